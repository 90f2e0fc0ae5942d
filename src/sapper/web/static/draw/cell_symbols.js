/** Vector drawings of cells, flags and mines, which stay sharp at every size and pixel ratio. */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {CanvasRenderingContext2D} Context */

/** Shapes in a unit square, as SVG path data. */
const PLAYER_FLAG = "M.42 .2C.53 .2 .62 .3 .76 .345C.63 .41 .53 .51 .42 .52Z";
const AI_FLAG = "M.42 .2H.78L.68 .36L.78 .52H.42Z";
const MINE_SPIKES = "M.19 .5H.81M.5 .19V.81M.281 .281L.719 .719M.719 .281L.281 .719";
const CROSS = "M.16 .16L.84 .84M.84 .16L.16 .84";

/** @param {Context} context @param {number} side in device pixels @param {Palette} palette @param {boolean} [isFlat] */
export function drawHidden(context, side, palette, isFlat = false) {
  const edge = Math.max(1, Math.round(side * 0.045));
  const [inset, radius] = isFlat ? [edge, side * 0.06] : [cellInset(side), side * 0.17];
  const box = side - 2 * inset;
  const shade = context.createLinearGradient(0, inset, 0, side - inset);
  shade.addColorStop(0, palette["hidden-top"]);
  shade.addColorStop(1, palette["hidden-bottom"]);
  context.fillStyle = palette.gap;
  context.fillRect(0, 0, side, side);
  fillRoundedRect(context, palette["hidden-shadow"], inset, inset, box, box, radius);
  fillRoundedRect(context, palette["hidden-highlight"], inset, inset, box, box - edge, radius);
  fillRoundedRect(context, shade, inset, inset + edge * 0.75, box, box - edge * 1.75, radius);
}

/** @param {Context} context @param {number} side @param {Palette} palette */
export function drawRevealed(context, side, palette) {
  context.fillStyle = palette["revealed-border"];
  context.fillRect(0, 0, side, side);
  const line = cellInset(side);
  context.fillStyle = palette.revealed;
  context.fillRect(0, 0, side - line, side - line);
}

/** Fills a cell except for its edge. @param {Context} context @param {number} side @param {string} colour */
export function fillCell(context, side, colour) {
  const inset = cellInset(side);
  fillRoundedRect(context, colour, inset, inset, side - 2 * inset, side - 2 * inset, side * 0.15);
}

/** @param {number} side @returns {number} the width of the gap between two cells */
export const cellInset = (side) => Math.max(1, Math.round(side * 0.03));

/**
 * Draws text centred by its glyphs' bounding box rather than by its line box.
 *
 * @param {Context} context The canvas context to draw on.
 * @param {number} side The side length of a cell in device pixels.
 * @param {string} text The text to draw.
 * @param {string} colour The fill colour.
 * @param {Palette} palette The colours of the theme.
 * @param {number} [scale] The font size as a fraction of the cell size.
 */
export function drawText(context, side, text, colour, palette, scale = 0.62) {
  context.font = `700 ${Math.round(side * scale)}px ${palette.font}`;
  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  context.fillStyle = colour;
  const size = context.measureText(text);
  const width = size.actualBoundingBoxRight + size.actualBoundingBoxLeft;
  const height = size.actualBoundingBoxAscent + size.actualBoundingBoxDescent;
  const x = (side - width) / 2 + size.actualBoundingBoxLeft;
  const y = (side - height) / 2 + size.actualBoundingBoxAscent;
  context.fillText(text, Math.round(x), Math.round(y));
}

/**
 * Draws a flag. The player's flag is a triangle. The AI's flag has a notched end and a dot, so it differs in shape as
 * well as colour.
 *
 * @param {Context} context The canvas context to draw on.
 * @param {number} side The side length of a cell in device pixels.
 * @param {Palette} palette The colours of the theme.
 * @param {"F" | "f"} kind `F` for the player's flag, or `f` for the AI's flag.
 */
export function drawFlag(context, side, palette, kind) {
  inUnitSquare(context, side, () => {
    fillRoundedRect(context, palette.flagpole, 0.385, 0.2, 0.055, 0.58, 0.027);
    fillRoundedRect(context, palette.flagpole, 0.27, 0.745, 0.29, 0.065, 0.032);
    if (kind === "F") return fillPath(context, palette.flag, PLAYER_FLAG);
    fillPath(context, palette["ai-flag"], AI_FLAG);
    fillCircle(context, palette["hidden-highlight"], 0.545, 0.36, 0.062);
  });
}

/** @param {Context} context @param {number} side @param {Palette} palette */
export function drawMine(context, side, palette) {
  inUnitSquare(context, side, () => {
    strokePath(context, palette.mine, MINE_SPIKES, 0.07);
    fillCircle(context, palette.mine, 0.5, 0.5, 0.215);
    fillCircle(context, palette["mine-light"], 0.43, 0.43, 0.062);
  });
}

/** Draws the background of the mine that ended the game. @param {Context} context @param {number} side @param {Palette} palette */
export function drawExplosion(context, side, palette) {
  context.fillStyle = palette.explosion;
  context.fillRect(0, 0, side, side);
  const points = Array.from({ length: 24 }, (_, i) => {
    const [angle, reach] = [(i * Math.PI) / 12, i % 2 ? 0.3 : 0.47];
    return `${0.5 + Math.cos(angle) * reach} ${0.5 + Math.sin(angle) * reach}`;
  });
  inUnitSquare(context, side, () => fillPath(context, "rgb(255 255 255 / 35%)", `M${points.join("L")}Z`));
}

/** Draws the cross over a wrong flag. @param {Context} context @param {number} side @param {Palette} palette */
export function drawCross(context, side, palette) {
  inUnitSquare(context, side, () => strokePath(context, palette.error, CROSS, 0.075));
}

/**
 * Calls `draw` in a coordinate system in which the cell is a unit square.
 *
 * @param {Context} context The canvas context to draw on.
 * @param {number} side The side length of a cell in device pixels.
 * @param {() => void} draw The function that draws the cell.
 */
export function inUnitSquare(context, side, draw) {
  context.save();
  context.scale(side, side);
  draw();
  context.restore();
}

/** @param {Context} context @param {string} colour @param {string} path SVG path data */
export function fillPath(context, colour, path) {
  context.fillStyle = colour;
  context.fill(new Path2D(path));
}

/** @param {Context} context @param {string} colour @param {string} path SVG path data @param {number} width */
export function strokePath(context, colour, path, width) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = context.lineJoin = "round";
  context.stroke(new Path2D(path));
}

/** @param {Context} context @param {string} colour @param {number} x @param {number} y @param {number} radius */
export function fillCircle(context, colour, x, y, radius) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}

/**
 * @param {Context} context The canvas context to draw on.
 * @param {string | CanvasGradient} colour The fill colour.
 * @param {number} x The x coordinate of the left edge.
 * @param {number} y The y coordinate of the top edge.
 * @param {number} width The width of the rectangle.
 * @param {number} height The height of the rectangle.
 * @param {number} radius The corner radius.
 */
export function fillRoundedRect(context, colour, x, y, width, height, radius) {
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
}
