/**
 * The overlay that draws the cursor, the hovered cell, highlights and coordinates on top of the
 * board. Every change redraws the whole overlay.
 */
/** @typedef {import("../state/board.js").Board} Board */
/** @typedef {import("../state/board.js").Cell} Cell */
/** @typedef {import("../state/highlights.js").Highlight} Highlight */
/** @typedef {import("./palette.js").Palette} Palette */
import { rowLetters } from "../state/cell_names.js";
import { fillCell, fillCircle, fillPath, inUnitSquare, strokePath } from "./cell_symbols.js";

/** Icons in a unit square, as SVG path data. */
const TICK = "M.3 .52L.45 .67L.71 .36";
const QUESTION_MARK = "M.36 .4A.14 .14 0 1 1 .5433 .5331L.5 .62M.5 .77V.77";
const FLAGPOLE = "M.4 .25V.75";
const FLAG = "M.4 .25L.7 .4L.4 .55Z";

/**
 * @type {Record<Highlight["kind"], {area?: keyof Palette, outline?: keyof Palette, isDashed?: boolean,
 *   ring?: keyof Palette, icon?: string}>} The style of each highlight kind, from the bottom layer to the top. Each
 *   colour is the name of a palette property.
 */
const STYLES = {
  area: { area: "area" },
  start: { area: "area", outline: "target", icon: TICK },
  "last-move": { outline: "last-move" },
  better: { outline: "better", isDashed: true },
  error: { area: "error-area", outline: "error" },
  clue: { ring: "ring" },
  safe: { area: "area", outline: "target", icon: TICK },
  mine: { area: "area", outline: "target", icon: FLAGPOLE },
  guess: { area: "area", outline: "target", isDashed: true, icon: QUESTION_MARK },
};
const LAYERS = Object.keys(STYLES);

/**
 * @param {CanvasRenderingContext2D} context The canvas context to draw on.
 * @param {{side: number, left: number, top: number, margin: number, palette: Palette, highlights: Highlight[],
 *   cursor: Cell | null, hover: Cell | null, board: Board}} scene The objects to draw, with lengths in device pixels.
 */
export function drawOverlay(context, scene) {
  const { side, left, top, palette, hover, cursor } = scene;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  const inCell = (/** @type {Cell} */ [row, column], /** @type {() => void} */ draw) => {
    context.save();
    context.translate(column * side - left, row * side - top);
    draw();
    context.restore();
  };
  if (hover) inCell(hover, () => fillCell(context, side, palette.hover));
  const byLayer = (/** @type {Highlight} */ a, /** @type {Highlight} */ b) =>
    LAYERS.indexOf(a.kind) - LAYERS.indexOf(b.kind);
  const highlights = [...scene.highlights].sort(byLayer);
  for (const { kind, cell } of highlights) {
    const hasIcon = needsIcon(scene.board, kind, cell);
    inCell(cell, () => drawHighlight(context, side, palette, kind, hasIcon));
  }
  for (const highlight of highlights) if (highlight.number) drawBadge(context, highlight, scene);
  if (cursor) inCell(cursor, () => drawCursor(context, side, palette));
}

/**
 * Draws row letters and column numbers, which stay in place while the board scrolls.
 *
 * @param {CanvasRenderingContext2D} context The canvas context to draw on.
 * @param {{board: {width: number, height: number}, side: number, left: number, top: number,
 *   margin: number, palette: Palette}} scene The objects to draw, with lengths in device pixels.
 */
export function drawCoordinates(context, { board, side, left, top, margin, palette }) {
  if (!margin) return;
  const { width, height } = context.canvas;
  context.fillStyle = palette.coordinates;
  context.fillRect(0, 0, width, margin);
  context.fillRect(0, 0, margin, height);
  context.fillStyle = palette["coordinates-text"];
  context.font = `500 ${Math.round(margin * 0.6)}px ${palette.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  // If the columns are narrow, only some are numbered, so that the numbers do not overlap.
  const interval = side > margin * 1.3 || board.width < 10 ? 1 : side > margin * 0.7 ? 2 : 5;
  for (let column = 0; column < board.width; column += interval) {
    const x = (column + 0.5) * side - left;
    if (x > margin && x < width) context.fillText(String(column + 1), x, margin / 2 + 1);
  }
  for (let row = 0; row < board.height; row += side > margin * 0.7 ? 1 : 2) {
    const y = (row + 0.5) * side - top;
    if (y > margin && y < height) context.fillText(rowLetters(row), margin / 2, y);
  }
}

/**
 * Checks whether a highlight's icon shows something new. A revealed cell is known to be safe, and a flag marks a mine.
 *
 * @param {Board} board @param {Highlight["kind"]} kind @param {Cell} cell
 */
export function needsIcon(board, kind, cell) {
  return !board.isRevealed(cell) && !(kind === "mine" && "Ff".includes(board.symbolAt(cell)));
}

/**
 * @param {CanvasRenderingContext2D} context The canvas context to draw on.
 * @param {number} side The side length of a cell in device pixels.
 * @param {Palette} palette The colours of the theme.
 * @param {Highlight["kind"]} kind The kind of highlight.
 * @param {boolean} hasIcon Whether the icon is drawn.
 */
function drawHighlight(context, side, palette, kind, hasIcon) {
  const { area, outline, isDashed, ring, icon } = STYLES[kind];
  const line = Math.max(2, side * 0.085);
  if (area) fillCell(context, side, palette[area]);
  if (outline) {
    context.setLineDash(isDashed ? [side * 0.16, side * 0.12] : []);
    outlineCell(context, side, palette[outline], line, line * 0.6);
    context.setLineDash([]);
  }
  if (ring) {
    context.strokeStyle = palette[ring];
    context.lineWidth = line;
    context.beginPath();
    context.arc(side / 2, side / 2, side * 0.44, 0, Math.PI * 2);
    context.stroke();
  }
  if (!hasIcon) return;
  inUnitSquare(context, side, () => {
    if (kind === "mine") fillPath(context, palette.target, FLAG);
    if (icon) strokePath(context, palette.target, icon, 0.11);
  });
}

/**
 * @param {CanvasRenderingContext2D} context The canvas context to draw on.
 * @param {number} side The side length of a cell in device pixels.
 * @param {string} colour The colour of the outline.
 * @param {number} width The width of the outline.
 * @param {number} inset The distance between the outline and the edge of the cell.
 */
function outlineCell(context, side, colour, width, inset) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.roundRect(inset, inset, side - 2 * inset, side - 2 * inset, side * 0.17);
  context.stroke();
}

/**
 * Draws the number of a highlighted clue, keeping it inside the canvas and clear of the coordinates.
 *
 * @param {CanvasRenderingContext2D} context The canvas context to draw on.
 * @param {Highlight} highlight The highlight of the clue.
 * @param {{side: number, left: number, top: number, margin: number, palette: Palette}} scene The objects to draw,
 *   with lengths in device pixels.
 */
function drawBadge(context, { cell: [row, column], number }, { side, left, top, margin, palette }) {
  const radius = Math.max(7, side * 0.23);
  const x = Math.min((column + 0.86) * side - left, context.canvas.width - radius);
  const y = (row + 0.14) * side - top;
  const isBelowMargin = row * side - top > margin - side / 2;
  const centreY = isBelowMargin ? Math.max(y, margin + radius) : y;
  fillCircle(context, palette.ring, x, centreY, radius);
  context.fillStyle = palette["ring-text"];
  context.font = `700 ${Math.round(radius * 1.3)}px ${palette.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(number), x, centreY + radius * 0.08);
}

/** @param {CanvasRenderingContext2D} context @param {number} side @param {Palette} palette */
function drawCursor(context, side, palette) {
  const line = Math.max(2, Math.round(side * 0.08));
  outlineCell(context, side, palette.cursor, line, line / 2);
  outlineCell(context, side, palette.revealed, Math.max(1, line / 2), line * 1.5);
}
