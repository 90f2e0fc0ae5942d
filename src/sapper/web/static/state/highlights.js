/**
 * Highlights that show hints, AI moves, errors and reviewed moves on the board. The server chooses the highlights of
 * hints and reviewed moves.
 */
/** @typedef {import("./board.js").Cell} Cell */
/**
 * @typedef {{kind: "safe" | "mine" | "guess" | "clue" | "area" | "error" | "better" | "last-move" | "start",
 *   cell: Cell, number?: number | null}} Highlight A highlighted cell.
 */
/**
 * @typedef {{grade: number, text: string, highlights: Highlight[], uses_mine_count: boolean,
 *   assistance?: Record<string, number>, assisted?: boolean}} Hint A hint of one grade.
 */

/** @param {{kind: string, cell: Cell}} move @returns {Highlight[]} */
export const aiMoveHighlights = (move) => [{ kind: "last-move", cell: move.cell }];

/** @param {Cell | null} cell @returns {Highlight[]} */
export const errorHighlights = (cell) => (cell ? [{ kind: "error", cell }] : []);
