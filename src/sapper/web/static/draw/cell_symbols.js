/**
 * Vector drawings of cells, flags and mines, which stay sharp at every size and pixel ratio.
 *
 * @typedef {import("./palette.js").Palette} Palette
 * @typedef {CanvasRenderingContext2D} Context
 */

/** @param {Context} context @param {number} side in device pixels @param {Palette} palette */
export function drawHidden(context, side, palette) {
  const edge = Math.max(1, Math.round(side * 0.045));
  if (palette.shape === "classic") return drawBevel(context, side, palette);
  context.fillStyle = palette.gap;
  context.fillRect(0, 0, side, side);
  const inset = palette.shape === "flat" ? edge : Math.max(1, Math.round(side * 0.03));
  const box = side - 2 * inset;
  const radius = palette.shape === "flat" ? side * 0.06 : side * 0.17;
  const shade = context.createLinearGradient(0, inset, 0, side - inset);
  shade.addColorStop(0, palette["hidden-top"]);
  shade.addColorStop(1, palette["hidden-bottom"]);
  context.fillStyle = palette["hidden-shadow"];
  roundedRect(context, inset, inset, box, box, radius);
  context.fill();
  context.fillStyle = palette["hidden-highlight"];
  roundedRect(context, inset, inset, box, box - edge, radius);
  context.fill();
  context.fillStyle = shade;
  roundedRect(context, inset, inset + edge * 0.75, box, box - edge * 1.75, radius);
  context.fill();
}

/** @param {Context} context @param {number} side @param {Palette} palette */
function drawBevel(context, side, palette) {
  const edge = Math.max(2, Math.round(side * 0.1));
  context.fillStyle = palette["hidden-highlight"];
  context.fillRect(0, 0, side, side);
  context.fillStyle = palette["hidden-shadow"];
  context.beginPath();
  context.moveTo(side, 0);
  context.lineTo(side, side);
  context.lineTo(0, side);
  context.closePath();
  context.fill();
  context.fillStyle = palette["hidden-top"];
  context.fillRect(edge, edge, side - 2 * edge, side - 2 * edge);
}

/** @param {Context} context @param {number} side @param {Palette} palette */
export function drawRevealed(context, side, palette) {
  context.fillStyle = palette["revealed-border"];
  context.fillRect(0, 0, side, side);
  const line = Math.max(1, Math.round(side * 0.03));
  context.fillStyle = palette.revealed;
  context.fillRect(0, 0, side - line, side - line);
}

/**
 * Draws text centred by its glyphs' bounding box rather than by its line box.
 *
 * @param {Context} context @param {number} side @param {string} text @param {string} colour
 * @param {Palette} palette @param {number} [scale]
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
 * @param {Context} context @param {number} side @param {Palette} palette @param {"F" | "f"} kind
 */
export function drawFlag(context, side, palette, kind) {
  inUnitSquare(context, side, () => {
    context.fillStyle = palette.flagpole;
    roundedRect(context, 0.385, 0.2, 0.055, 0.58, 0.027);
    context.fill();
    roundedRect(context, 0.27, 0.745, 0.29, 0.065, 0.032);
    context.fill();
    context.fillStyle = kind === "F" ? palette.flag : palette["ai-flag"];
    context.beginPath();
    context.moveTo(0.42, 0.2);
    if (kind === "F") {
      context.bezierCurveTo(0.53, 0.2, 0.62, 0.3, 0.76, 0.345);
      context.bezierCurveTo(0.63, 0.41, 0.53, 0.51, 0.42, 0.52);
    } else {
      context.lineTo(0.78, 0.2);
      context.lineTo(0.68, 0.36);
      context.lineTo(0.78, 0.52);
      context.lineTo(0.42, 0.52);
    }
    context.closePath();
    context.fill();
    if (kind === "f") {
      context.fillStyle = palette["hidden-highlight"];
      fillCircle(context, 0.545, 0.36, 0.062);
    }
  });
}

/** @param {Context} context @param {number} side @param {Palette} palette */
export function drawMine(context, side, palette) {
  inUnitSquare(context, side, () => {
    context.strokeStyle = palette.mine;
    context.lineCap = "round";
    context.lineWidth = 0.07;
    for (let i = 0; i < 4; i++) {
      const [x, y] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
      context.beginPath();
      context.moveTo(0.5 - x * 0.31, 0.5 - y * 0.31);
      context.lineTo(0.5 + x * 0.31, 0.5 + y * 0.31);
      context.stroke();
    }
    context.fillStyle = palette.mine;
    fillCircle(context, 0.5, 0.5, 0.215);
    context.fillStyle = palette["mine-light"];
    fillCircle(context, 0.43, 0.43, 0.062);
  });
}

/** @param {Context} context @param {number} side @param {Palette} palette */
export function drawExplodedMine(context, side, palette) {
  context.fillStyle = palette.explosion;
  context.fillRect(0, 0, side, side);
  inUnitSquare(context, side, () => {
    context.globalAlpha = 0.35;
    context.fillStyle = "#ffffff";
    context.beginPath();
    for (let i = 0; i < 24; i++) {
      const reach = i % 2 ? 0.3 : 0.47;
      const angle = (i * Math.PI) / 12;
      context.lineTo(0.5 + Math.cos(angle) * reach, 0.5 + Math.sin(angle) * reach);
    }
    context.fill();
  });
  drawMine(context, side, palette);
}

/** Draws the cross over a wrong flag. @param {Context} context @param {number} side @param {Palette} palette */
export function drawCross(context, side, palette) {
  inUnitSquare(context, side, () => {
    context.lineCap = "round";
    context.strokeStyle = palette.error;
    context.lineWidth = 0.075;
    context.beginPath();
    context.moveTo(0.16, 0.16);
    context.lineTo(0.84, 0.84);
    context.moveTo(0.84, 0.16);
    context.lineTo(0.16, 0.84);
    context.stroke();
  });
}

/**
 * Calls `draw` in a coordinate system in which the cell is a unit square.
 *
 * @param {Context} context @param {number} side @param {() => void} draw
 */
function inUnitSquare(context, side, draw) {
  context.save();
  context.scale(side, side);
  draw();
  context.restore();
}

/** @param {Context} context @param {number} x @param {number} y @param {number} radius */
function fillCircle(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fill();
}

/**
 * @param {Context} context @param {number} x @param {number} y @param {number} width
 * @param {number} height @param {number} radius
 */
export function roundedRect(context, x, y, width, height, radius) {
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
}
