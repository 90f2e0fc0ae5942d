/** The odds of one position. This module also chooses the cells that show a percentage and explains odds in words. */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Cell} Cell */
/**
 * @typedef {{mine_probability: number[][], best: Cell | null, frontier: Cell[], rest?: number | null, exact?: boolean,
 *   promise?: string | null}} OddsAnswer The server's response to a request for odds.
 */
import { countOf } from "./wording.js";
import { cellName } from "./cell_names.js";
import { formatRisk } from "./odds_format.js";

const FLAGS = ["F", "f"];

/** The mine probabilities of a board's hidden cells. */
export class Odds {
  /** @param {Board} board @param {OddsAnswer} answer */
  constructor(board, answer) {
    this.board = board;
    /** The start rule's guarantee for the first reveal, or an empty string after the first reveal. */
    this.promise = answer.promise ?? "";
    /** The mine probability shared by all hidden cells that touch no number, or -1 if there are none. */
    this.rest = answer.rest ?? -1;
    /** The hidden cells that touch a number. */
    this.frontier = new Set(answer.frontier.map((cell) => board.indexOf(cell)));
    this.best = answer.best ? board.indexOf(answer.best) : -1;
    /** @type {Float32Array} one probability per cell, or -1 for revealed cells */
    this.risks = new Float32Array(board.codes.length).fill(-1);
    for (let i = 0; i < this.risks.length; i++) {
      const [row, column] = board.cellAt(i);
      const risk = answer.mine_probability[row]?.[column];
      if (!board.isRevealed([row, column]) && typeof risk === "number") this.risks[i] = risk;
    }
  }

  /** The number of hidden cells that touch no number. */
  get restCount() {
    return this.risks.reduce((count, risk, index) => count + Number(risk >= 0 && !this.frontier.has(index)), 0);
  }

  /** @param {number} index @returns {number} the probability that the cell is a mine, or -1 if it is revealed */
  riskAt(index) {
    return this.risks[index] ?? -1;
  }

  /**
   * True if the cell looks the same with and without odds. All cells that touch no number have the same odds, which
   * the legend shows once. A flag on a proven mine needs no percentage. Before the first reveal, all cells have the
   * same odds.
   *
   * @param {number} index The index of the cell.
   */
  isQuiet(index) {
    const risk = this.riskAt(index);
    if (risk < 0 || (this.promise && index !== this.best)) return true;
    if (FLAGS.includes(String.fromCharCode(this.board.codes[index] ?? 0)) && risk === 1) return true;
    return !this.frontier.has(index) && index !== this.best && risk > 0 && risk < 1;
  }

  /** Removes the percentage of an edited cell. @param {number} index */
  forget(index) {
    this.risks[index] = -1;
  }

  /** @param {Cell} cell @returns {string} an explanation of the cell's odds, or an empty string if it has none */
  explain(cell) {
    const index = this.board.indexOf(cell);
    const risk = this.riskAt(index);
    const name = cellName(cell);
    if (risk < 0 || this.promise) return "";
    if (risk === 0) return `${name} is safe in every possible layout.`;
    if (risk === 1) return `${name} is a mine in every possible layout.`;
    if (this.frontier.has(index)) return `${name} is a mine in ${formatRisk(risk)} of all possible layouts.`;
    const others = this.restCount - 1;
    const like = others ? `, the same as for ${countOf(others, "other cell")} that ${others === 1 ? "touches" : "touch"} no number` : "";
    return `${name} touches no number. Its risk is ${formatRisk(risk)}${like}.`;
  }
}
