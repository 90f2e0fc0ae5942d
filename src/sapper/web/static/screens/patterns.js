/** The pattern library: every pattern with its boards and its step-by-step proof. */
import { get } from "../api.js";
import { PositionEditor } from "../state/position_editor.js";
import { countOf } from "../state/wording.js";
import { announce, create, element, showMessage } from "./dom.js";

/**
 * @typedef {{text: string, highlights: any[]}} Step One step of a proof.
 * @typedef {{name: string, position: string, steps: Step[]}} Form One variant of a pattern.
 * @typedef {{name: string, summary: string, theme: string, forms: Form[]}} Pattern
 *   A pattern with all its variants.
 */

/** The pattern library. */
export class PatternsScreen {
  /** @param {import("./board_widget.js").BoardWidget} widget */
  constructor(widget) {
    this.widget = widget;
    this.isShown = false;
    /** @type {Pattern[]} */
    this.patterns = [];
    /** @type {Form | null} */
    this.form = null;
    this.step = 0;
    element("pattern-previous").addEventListener("click", () => this.#showStep(this.step - 1));
    element("pattern-next").addEventListener("click", () => this.#showStep(this.step + 1));
  }

  /** @param {string} name a pattern, or "" for the first one */
  async show(name) {
    this.isShown = true;
    if (!this.patterns.length) this.patterns = (await get("/patterns")).patterns;
    if (!this.isShown) return;
    const pattern = this.patterns.find((each) => each.name === name) ?? this.patterns[0];
    if (!pattern) return;
    element("pattern-list").replaceChildren(...this.patterns.map((each) => {
      const link = create("a", { href: `#/patterns/${encodeURIComponent(each.name)}` }, [each.name]);
      if (each === pattern) link.ariaCurrent = "page";
      return create("li", {}, [link]);
    }));
    element("pattern-name").textContent = pattern.name;
    element("pattern-summary").textContent = pattern.summary;
    /** @type {HTMLAnchorElement} */ (element("pattern-puzzles")).href = `#/puzzles/${pattern.theme}`;
    this.#showForm(pattern, 0);
  }

  hide() {
    this.isShown = false;
  }

  /** @param {Pattern} pattern @param {number} index */
  #showForm(pattern, index) {
    const form = pattern.forms[index];
    if (!form) return;
    this.form = form;
    element("pattern-forms").replaceChildren(...pattern.forms.map(({ name }, other) =>
      create("button", { class: "toggle", type: "button", "aria-pressed": other === index,
        onclick: () => this.#showForm(pattern, other) }, [name])));
    const { board, mines } = PositionEditor.of(form.position);
    element("pattern-mines").textContent = `${countOf(mines, "mine")} on the board.`;
    this.widget.attach(board, { onPress: () => {}, onKey: (key) => this.#pressKey(key) });
    this.#showStep(form.steps.length - 1);
  }

  /** @param {string} key */
  #pressKey(key) {
    const change = { ArrowLeft: -1, ArrowRight: 1, " ": 1 }[key];
    if (change === undefined) return false;
    this.#showStep(this.step + change);
    return true;
  }

  /** @param {number} index */
  #showStep(index) {
    const steps = this.form?.steps ?? [];
    this.step = (index + steps.length) % steps.length;
    const step = steps[this.step];
    if (!step) return;
    element("pattern-step").textContent = `Step ${this.step + 1} of ${steps.length}`;
    showMessage("pattern-text", step.text);
    this.widget.view.setHighlights(step.highlights);
    announce(step.text);
  }
}
