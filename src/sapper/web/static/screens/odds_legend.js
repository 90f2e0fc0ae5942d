/** The odds on the board, and the legend below the board, which also explains the cell under the pointer. */
import { Odds } from "../state/odds.js";
import { formatRisk } from "../state/odds_format.js";
import { element, linkCellNames } from "./dom.js";

/** A legend that the play screen and the analyser share. */
export class OddsLegend {
  /** @param {import("./board_widget.js").BoardWidget} widget */
  constructor(widget) {
    this.widget = widget;
    /** @type {Odds | null} */
    this.odds = null;
    widget.onPoint = (cell) => this.#explain(cell);
  }

  /**
   * @param {import("../state/board.js").Board} board The board to which the odds apply.
   * @param {import("../state/odds.js").OddsAnswer} answer The server's response.
   * @returns {Odds} The odds shown on the board.
   */
  show(board, answer) {
    const odds = (this.odds = new Odds(board, answer));
    this.widget.view.setOdds(odds);
    this.widget.updateAccessibleCells();
    const hasRest = odds.restCount > 0 && odds.rest > 0 && odds.rest < 1;
    element("odds-key").hidden = Boolean(odds.promise);
    element("odds-rest").hidden = !hasRest;
    element("odds-rest").textContent = hasRest ? `Away from numbers: ${formatRisk(odds.rest)}` : "";
    element("odds-legend").hidden = false;
    this.#explain(null);
    return odds;
  }

  hide() {
    this.odds = null;
    this.widget.view.setOdds(null);
    element("odds-legend").hidden = true;
  }

  /** @param {import("../state/board.js").Cell | null} cell */
  #explain(cell) {
    if (!this.odds) return;
    const text = cell ? this.odds.explain(cell) : "";
    const help = this.odds.promise ? "" : "Point at a cell to see an explanation.";
    element("odds-explanation").replaceChildren(...linkCellNames(text || help));
  }
}
