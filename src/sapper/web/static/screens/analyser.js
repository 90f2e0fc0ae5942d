/**
 * The analyser: any position, its odds, its best move, or the clue that cannot hold.
 *
 * @typedef {import("../state/board.js").Cell} Cell
 */
import { ApiError, post } from "../api.js";
import { errorMarks, hintMarks } from "../state/highlights.js";
import { longRisk, oddsByIndex, riskWords } from "../state/odds_format.js";
import { BRUSHES, Position, PositionError, symbolForKey } from "../state/position_editor.js";
import { symbolName, toSentence } from "../state/announcements.js";
import { cellName } from "../state/cell_names.js";
import { copy, element, input, make, showError, showFigures, showMessage } from "./dom.js";

const EXAMPLE = "9x9/10\n....1F###\n....1####\n...11####\n...1#####\n...11####\n111.1####\n##1.1####\n##212####\n#########";
/** The largest position of the page has 10,000 cells. */
const MOST_BYTES = 100_000;
const THINK_AFTER = 180;

/** The screen of the analyser. */
export class Analyse {
  /** @param {import("./board_widget.js").TableType} table */
  constructor(table) {
    this.table = table;
    this.isShown = false;
    this.position = Position.parse(EXAMPLE);
    this.brush = "";
    this.timer = 0;
    this.asked = 0;
    /** What was wrong with the last input. It stays until the position changes, whatever answer comes late. */
    this.fault = "";
    /** @type {any} */
    this.hint = null;
    this.#makeBrushes();
    for (const name of ["width", "height", "mines"]) {
      input(`position-${name}`).addEventListener("change", () => this.#resize());
    }
    element("position-clear").addEventListener("click", () => {
      const { width, height } = this.position.board;
      this.take(new Position(width, height, this.position.mines));
    });
    element("position-copy").addEventListener("click", () => void copy(this.position.toString(), "Position copied."));
    element("position-link").addEventListener("click", () =>
      void copy(`${location.origin}/#/analyse/${this.position.toLink()}`, "Link copied."));
    element("position-load").addEventListener("click", () => this.read(/** @type {HTMLTextAreaElement} */ (element("position-text")).value));
    element("explain-best-move").addEventListener("click", () => this.#explain());
    input("position-file").addEventListener("change", () => void this.#readFile(input("position-file").files?.[0]));
    this.#listenToDrops();
  }

  #makeBrushes() {
    const names = ["", ...BRUSHES];
    const buttons = names.map((symbol) => {
      const name = symbol ? symbolName(symbol) : "next";
      const button = make("button", { type: "button", role: "radio", title: symbol ? name : "each click: the next one",
        "aria-label": name, "data-symbol": symbol, "aria-checked": String(symbol === this.brush) }, [symbol ? (symbol === "F" ? "⚑" : symbol) : "↻"]);
      button.addEventListener("click", () => {
        this.brush = symbol;
        for (const other of buttons) other.setAttribute("aria-checked", String(other === button));
      });
      return button;
    });
    element("brushes").replaceChildren(...buttons);
  }

  #listenToDrops() {
    const stage = element("game-layout");
    stage.addEventListener("dragover", (event) => {
      if (this.isShown) event.preventDefault();
    });
    stage.addEventListener("drop", (event) => {
      if (!this.isShown) return;
      event.preventDefault();
      const text = event.dataTransfer?.getData("text/plain");
      if (text) this.read(text);
      else void this.#readFile(event.dataTransfer?.files[0]);
    });
    addEventListener("paste", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (!this.isShown || target.matches("textarea, input")) return;
      const text = event.clipboardData?.getData("text/plain");
      if (text) this.read(text);
    });
  }

  /** @param {string} link a position in an address, or nothing */
  show(link) {
    this.isShown = true;
    if (!link) return this.take(this.position);
    this.take(this.position);
    this.read(link);
  }

  hide() {
    this.isShown = false;
    this.asked++;
    clearTimeout(this.timer);
    this.table.view.setOdds(null);
    element("odds-legend").hidden = true;
  }

  /** @param {string} text */
  read(text) {
    try {
      this.take(Position.parse(text));
    } catch (error) {
      if (!(error instanceof PositionError)) throw error;
      this.#refuse(error.message);
    }
  }

  /** @param {string} fault */
  #refuse(fault) {
    this.fault = fault;
    showMessage("analyser-text", fault, { bad: true });
  }

  /** Text, or a board in MBF, which the server reads. @param {File | undefined} file */
  async #readFile(file) {
    if (!file) return;
    input("position-file").value = "";
    if (file.size > MOST_BYTES) return this.#refuse("This file is too large to be a position.");
    const bytes = new Uint8Array(await file.arrayBuffer());
    const isText = bytes.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127));
    if (isText) return this.read(new TextDecoder().decode(bytes));
    try {
      const base64 = btoa(String.fromCharCode(...bytes.subarray(0, 40_000)));
      this.read((await post("/convert", { base64 })).position);
    } catch (error) {
      this.#refuse(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {Position} position */
  take(position) {
    this.position = position;
    this.table.use(position.board, {
      press: (cell, kind) => this.#press(cell, kind),
      key: (key, cell) => this.#key(key, cell),
    });
    this.#changed();
  }

  /** @param {Cell} cell @param {"primary" | "secondary" | "chord"} kind */
  #press(cell, kind) {
    const now = this.position.board.at(cell);
    let done;
    if (kind === "secondary") done = this.position.paint(cell, now === "F" ? "#" : "F");
    else if (this.brush) done = this.position.paint(cell, now === this.brush ? "#" : this.brush);
    else done = this.position.cycle(cell, kind === "chord" ? -1 : 1);
    if (done) this.#changed([this.position.board.index(cell)]);
  }

  /** @param {string} key @param {Cell} cell */
  #key(key, cell) {
    const symbol = symbolForKey(key);
    if (!symbol) return false;
    if (this.position.paint(cell, symbol)) this.#changed([this.position.board.index(cell)]);
    return true;
  }

  #resize() {
    const value = (/** @type {string} */ name) => input(`position-${name}`).valueAsNumber;
    const [width, height, mines] = [value("width"), value("height"), value("mines")];
    const isWhole = (/** @type {number} */ number, least = 1, most = 100) => Number.isInteger(number) && number >= least && number <= most;
    const fault = !isWhole(width) || !isWhole(height) ? "Sides are whole numbers from 1 to 100."
      : !isWhole(mines, 0, width * height) ? `Mines are a whole number from 0 to ${width * height}.` : "";
    if (fault) return this.#refuse(fault);
    const next = this.position.resized(width, height);
    next.mines = mines;
    this.take(next);
  }

  /** @param {number[] | null} [cells] */
  #changed(cells = null) {
    const { position, table } = this;
    this.fault = "";
    input("position-width").valueAsNumber = position.board.width;
    input("position-height").valueAsNumber = position.board.height;
    input("position-mines").valueAsNumber = position.mines;
    /** @type {HTMLTextAreaElement} */ (element("position-text")).value = position.toString();
    history.replaceState(null, "", `#/analyse/${position.toLink()}`);
    if (cells) for (const index of cells) if (table.view.odds) table.view.odds[index] = -1;
    table.view.invalidate(cells);
    table.describe();
    ++this.asked; // an answer that is still on its way is to another position
    clearTimeout(this.timer);
    this.timer = Number(setTimeout(() => void this.#think().catch(showError), THINK_AFTER));
  }

  async #think() {
    const asked = ++this.asked;
    const { position, table } = this;
    const isCurrent = () => asked === this.asked && this.isShown;
    try {
      const answer = await post("/analyse", { position: position.toString() });
      if (isCurrent()) this.#showOdds(answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isCurrent()) return;
      table.view.setOdds(null);
      table.view.setMarks(errorMarks(error.cell));
      element("odds-legend").hidden = element("explain-best-move").hidden = true;
      showFigures(element("analyser-metrics"), []);
      if (!this.fault) showMessage("analyser-text", toSentence(error.message), { bad: true, note: error.hint });
    }
  }

  /** @param {any} answer */
  #showOdds(answer) {
    const { position, table } = this;
    const odds = oddsByIndex(position.board, answer.mine_probability);
    table.view.setOdds(odds);
    table.view.setMarks(answer.best ? [{ kind: "better", cell: answer.best }] : []);
    table.describe();
    element("odds-legend").hidden = false;
    element("odds-summary").textContent = "";
    this.hint = answer.hint ?? null;
    element("explain-best-move").hidden = !this.hint;
    const best = answer.best ? `Best: ${cellName(answer.best)}, ${riskWords(answer.mine_probability[answer.best[0]][answer.best[1]])}.` : "No cell is left to reveal.";
    if (!this.fault) showMessage("analyser-text", best, { note: answer.exact === false ? "An estimate: there is too much to count." : "" });
    showFigures(element("analyser-metrics"), [
      ["safe", String(answer.safe.length)],
      ["certain mines", String(answer.mines_known.length)],
      ["layouts", layoutsText(answer)],
      ...(typeof answer.thought?.win_probability === "number" ? [/** @type {[string, string]} */ (["chance to win", chanceText(answer.thought)])] : []),
    ]);
  }

  #explain() {
    if (!this.hint) return;
    this.table.view.setOdds(null);
    element("odds-legend").hidden = true;
    this.table.view.setMarks(hintMarks(this.hint));
    showMessage("analyser-text", this.hint.text);
  }
}

/**
 * The chance to win; as a range where it was found by playing on.
 * @param {{win_probability: number, interval: [number, number], exact: boolean}} thought
 */
function chanceText({ win_probability: chance, interval: [low, high], exact }) {
  if (exact) return longRisk(chance);
  const percent = (/** @type {number} */ share) => String(Math.round(100 * share));
  return percent(low) === percent(high) ? `about ${percent(chance)}%` : `${percent(low)}–${percent(high)}%`;
}

/** @param {{layouts: number | null, log_layouts?: number}} answer */
function layoutsText({ layouts, log_layouts: log }) {
  if (typeof layouts === "number" && layouts < 1e6) return layouts.toLocaleString("en");
  if (typeof log !== "number") return "–";
  const digits = log / Math.LN10;
  const power = String(Math.floor(digits)).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? "");
  return `${(10 ** (digits % 1)).toFixed(1)} × 10${power}`;
}
