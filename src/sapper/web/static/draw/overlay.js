/**
 * The layer over the cells: cursor, hover, what is held, and marks. It is small, so it is drawn
 * anew as a whole when anything on it changes.
 *
 * @typedef {import("../state/board.js").Cell} Cell
 * @typedef {import("../state/highlights.js").Mark} Mark
 * @typedef {import("./palette.js").Palette} Palette
 */
import { rowLetters } from "../state/cell_names.js";
import { rounded } from "./glyphs.js";

/**
 * @param {CanvasRenderingContext2D} context
 * @param {{side: number, left: number, top: number, margin: number, palette: Palette, marks: Mark[],
 *   cursor: Cell | null, hover: Cell | null, held: Cell | null}} scene in pixels of the screen
 */
export function drawOverlay(context, scene) {
  const { side, left, top, palette } = scene;
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  const at = (/** @type {Cell} */ [row, column]) =>
    /** @type {[number, number]} */ ([column * side - left, row * side - top]);
  if (scene.hover) fillCell(context, at(scene.hover), side, palette.hover);
  if (scene.held) fillCell(context, at(scene.held), side, palette.revealed);
  // Areas lie under rings, rings under the target.
  const order = ["area", "first", "last", "better", "error", "ring", "reveal", "flag"];
  const marks = [...scene.marks].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  for (const mark of marks) drawMark(context, mark, at(mark.cell), side, palette);
  for (const mark of marks) if (mark.label) drawBadge(context, mark, at(mark.cell), scene);
  if (scene.cursor) drawCursor(context, at(scene.cursor), side, palette);
}

/**
 * Letters of rows and numbers of columns; they stay while the board scrolls under them.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {{board: {width: number, height: number}, side: number, left: number, top: number,
 *   margin: number, palette: Palette}} scene
 */
export function drawRulers(context, { board, side, left, top, margin, palette }) {
  if (!margin) return;
  const { width, height } = context.canvas;
  context.fillStyle = palette.coordinates;
  context.fillRect(0, 0, width, margin);
  context.fillRect(0, 0, margin, height);
  context.fillStyle = palette["coordinates-text"];
  context.font = `500 ${Math.round(margin * 0.6)}px ${palette.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  // Numbers of narrow columns would run into each other.
  const every = side > margin * 1.3 || board.width < 10 ? 1 : side > margin * 0.7 ? 2 : 5;
  for (let column = 0; column < board.width; column += every) {
    const x = (column + 0.5) * side - left;
    if (x > margin && x < width) context.fillText(String(column + 1), x, margin / 2 + 1);
  }
  for (let row = 0; row < board.height; row += side > margin * 0.7 ? 1 : 2) {
    const y = (row + 0.5) * side - top;
    if (y > margin && y < height) context.fillText(rowLetters(row), margin / 2, y);
  }
}

/**
 * @param {CanvasRenderingContext2D} context @param {[number, number]} at @param {number} side
 * @param {string} colour
 */
function fillCell(context, [x, y], side, colour) {
  const inset = Math.max(1, side * 0.03);
  context.fillStyle = colour;
  rounded(context, x + inset, y + inset, side - 2 * inset, side - 2 * inset, side * 0.15);
  context.fill();
}

/**
 * @param {CanvasRenderingContext2D} context @param {Mark} mark @param {[number, number]} at
 * @param {number} side @param {Palette} palette
 */
function drawMark(context, mark, at, side, palette) {
  const [x, y] = at;
  const line = Math.max(2, side * 0.085);
  const outline = (/** @type {string} */ colour, /** @type {number[]} */ dash = []) => {
    context.strokeStyle = colour;
    context.lineWidth = line;
    context.setLineDash(dash);
    const inset = line * 0.6;
    rounded(context, x + inset, y + inset, side - 2 * inset, side - 2 * inset, side * 0.17);
    context.stroke();
    context.setLineDash([]);
  };
  if (mark.kind === "area") fillCell(context, at, side, palette.area);
  else if (mark.kind === "ring") {
    context.strokeStyle = palette.ring;
    context.lineWidth = line;
    context.beginPath();
    context.arc(x + side / 2, y + side / 2, side * 0.44, 0, Math.PI * 2);
    context.stroke();
  } else if (mark.kind === "error") {
    fillCell(context, at, side, "rgb(200 30 30 / 22%)");
    outline(palette.error);
  } else if (mark.kind === "better") outline(palette.better, [side * 0.16, side * 0.12]);
  else if (mark.kind === "last") outline(palette["last-move"]);
  else {
    fillCell(context, at, side, palette.area);
    outline(palette.target);
    if (mark.kind !== "first") drawSign(context, mark.kind, at, side, palette);
    else drawSign(context, "reveal", at, side, palette);
  }
}

/**
 * A tick for a cell to reveal, a pennant for one to flag.
 *
 * @param {CanvasRenderingContext2D} context @param {string} kind @param {[number, number]} at
 * @param {number} side @param {Palette} palette
 */
function drawSign(context, kind, [x, y], side, palette) {
  context.save();
  context.translate(x, y);
  context.scale(side, side);
  context.strokeStyle = palette.target;
  context.fillStyle = palette.target;
  context.lineWidth = 0.11;
  context.lineCap = context.lineJoin = "round";
  context.beginPath();
  if (kind === "flag") {
    context.moveTo(0.4, 0.25);
    context.lineTo(0.7, 0.4);
    context.lineTo(0.4, 0.55);
    context.fill();
    context.beginPath();
    context.moveTo(0.4, 0.25);
    context.lineTo(0.4, 0.75);
  } else {
    context.moveTo(0.3, 0.52);
    context.lineTo(0.45, 0.67);
    context.lineTo(0.71, 0.36);
  }
  context.stroke();
  context.restore();
}

/**
 * @param {CanvasRenderingContext2D} context @param {Mark} mark @param {[number, number]} at
 * @param {{side: number, margin: number, palette: Palette}} scene
 */
function drawBadge(context, mark, [x, y], { side, margin, palette }) {
  const radius = Math.max(7, side * 0.23);
  // Kept off the edge and off the names of columns.
  const centre = {
    x: Math.min(x + side * 0.86, context.canvas.width - radius),
    y: y > margin - side / 2 ? Math.max(y + side * 0.14, margin + radius) : y + side * 0.14,
  };
  context.fillStyle = palette.ring;
  context.beginPath();
  context.arc(centre.x, centre.y, radius, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = palette["ring-text"];
  context.font = `700 ${Math.round(radius * 1.3)}px ${palette.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(mark.label ?? "", centre.x, centre.y + radius * 0.08);
}

/**
 * @param {CanvasRenderingContext2D} context @param {[number, number]} at @param {number} side
 * @param {Palette} palette
 */
function drawCursor(context, [x, y], side, palette) {
  const line = Math.max(2, Math.round(side * 0.08));
  for (const [colour, inset] of /** @type {const} */ ([
    [palette.cursor, line / 2],
    [palette.revealed, line * 1.5],
  ])) {
    context.strokeStyle = colour;
    context.lineWidth = inset < line ? line : Math.max(1, line / 2);
    rounded(context, x + inset, y + inset, side - 2 * inset, side - 2 * inset, side * 0.14);
    context.stroke();
  }
}
