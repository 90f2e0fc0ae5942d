/** The level bar, which starts a new game with one click. */
/** @typedef {import("../state/preferences.js").GameSetup} GameSetup */
import { morePresets } from "../state/level_names.js";
import { create, element, input, select, showError, showToast } from "./dom.js";
import { loadLevels, openNewGameDialog } from "./new_game_dialog.js";

/** A bar with the levels, the no-guess switch and the button for a custom game. */
export class LevelBar {
  /** @param {import("./play.js").PlayScreen} play */
  constructor(play) {
    this.play = play;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [...element("level-bar").querySelectorAll("button")];
    for (const button of this.buttons) {
      const { level } = button.dataset;
      button.addEventListener("click", () => (level ? this.#start({ level }) : this.#openDialog()));
    }
    select("more-levels").addEventListener("change", () => {
      const level = select("more-levels").value;
      if (level) this.#start({ level });
    });
    input("no-guess").addEventListener("change", () => this.#changeNoGuess());
    select("no-guess-difficulty").addEventListener("change", () => this.#changeNoGuess());
  }

  /** Lists the levels that have no button of their own. */
  async loadPresets() {
    const presets = morePresets(await loadLevels());
    select("more-levels").append(
      ...presets.map(({ level, title }) => create("option", { value: level }, [title])),
    );
    this.refresh();
  }

  /** @param {Partial<GameSetup>} changes to the current setup */
  #start(changes) {
    void this.play.startWith({ ...this.play.settings.current.setup, ...changes }).catch((error) => {
      this.refresh();
      showError(error);
    });
  }

  /** Starts a new game with or without guessing, unless that would interrupt the current game. */
  #changeNoGuess() {
    const changes = { noGuess: input("no-guess").checked, difficulty: select("no-guess-difficulty").value };
    if (this.play.game.snapshot?.status !== "playing") return this.#start(changes);
    this.play.settings.update({ setup: { ...this.play.settings.current.setup, ...changes } });
    this.refresh();
    showToast("This applies to your next game.");
  }

  #openDialog() {
    const { setup } = this.play.settings.current;
    void openNewGameDialog(setup, (chosen, seed) => this.play.startWith(chosen, seed)).catch(showError);
  }

  /** Shows the choices for the next game. */
  refresh() {
    const { level, noGuess, difficulty } = this.play.settings.current.setup;
    const isListed = [...select("more-levels").options].some((option) => option.value === level);
    select("more-levels").value = isListed ? level : "";
    select("more-levels").ariaCurrent = isListed ? "true" : null;
    const hasButton = this.buttons.some((button) => button.dataset.level === level);
    for (const button of this.buttons) {
      const isCurrent = button.dataset.level ? button.dataset.level === level : !hasButton && !isListed;
      button.ariaCurrent = isCurrent ? "true" : null;
    }
    input("no-guess").checked = noGuess;
    select("no-guess-difficulty").value = difficulty;
    select("no-guess-difficulty").hidden = !noGuess;
  }
}
