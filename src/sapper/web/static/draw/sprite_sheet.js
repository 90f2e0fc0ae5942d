/**
 * Cell sprites, pre-rendered for each cell size and theme so that drawing a board only copies images.
 *
 * @typedef {import("./palette.js").Palette} Palette
 */
import { channels, formatRiskShort, riskColour, textColourOn } from "../state/odds_format.js";
import {
  drawCross, drawExplodedMine, drawFlag, drawHidden, drawMine, drawRevealed, drawText, fillCell, fillPath, inUnitSquare,
} from "./cell_symbols.js";

const SYMBOLS = "#.12345678Ff?*!X";
/** The triangle in the corner of a flagged cell, in a unit square. */
const CORNER = "M.97 .03V.36L.64 .03Z";

/** All cell sprites for one cell size and theme. */
export class SpriteSheet {
  /** @param {number} side in device pixels @param {Palette} palette */
  constructor(side, palette) {
    this.side = side;
    this.palette = palette;
    this.sheet = document.createElement("canvas");
    this.sheet.width = side * SYMBOLS.length;
    this.sheet.height = side;
    /** @type {Int16Array} the x offset of each character code on the sheet */
    this.offsets = new Int16Array(256);
    const context = context2d(this.sheet);
    [...SYMBOLS].forEach((symbol, i) => {
      this.offsets[symbol.charCodeAt(0)] = i * side;
      context.save();
      context.translate(i * side, 0);
      context.beginPath();
      context.rect(0, 0, side, side);
      context.clip();
      this.#drawSymbol(context, symbol);
      context.restore();
    });
    /** @type {Map<string, HTMLCanvasElement>} */
    this.riskSprites = new Map();
  }

  /** @param {CanvasRenderingContext2D} context @param {string} symbol */
  #drawSymbol(context, symbol) {
    const { side, palette } = this;
    if (symbol === "!") return drawExplodedMine(context, side, palette);
    if (".12345678*X".includes(symbol)) drawRevealed(context, side, palette);
    else drawHidden(context, side, "Ff?".includes(symbol) ? markedPalette(palette) : palette);
    if (symbol === "F" || symbol === "f") drawFlag(context, side, palette, symbol);
    if (symbol === "?") drawText(context, side, "?", palette.question, palette, 0.56);
    if (symbol === "*") drawMine(context, side, palette);
    if (symbol === "X") {
      context.globalAlpha = 0.5;
      drawFlag(context, side, palette, "F");
      context.globalAlpha = 1;
      drawCross(context, side, palette);
    }
    if (symbol >= "1" && symbol <= "8") {
      const clue = /** @type {"clue-1"} */ (`clue-${symbol}`);
      drawText(context, side, symbol, palette[clue], palette);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {number} code a character code
   * @param {number} x @param {number} y in device pixels
   */
  draw(context, code, x, y) {
    const { side } = this;
    context.drawImage(this.sheet, this.offsets[code] ?? 0, 0, side, side, x, y, side, side);
  }

  /**
   * Draws a hidden cell with its risk shown as text and colour. Flagged cells have a small triangle in the corner.
   *
   * @param {CanvasRenderingContext2D} context @param {number} risk @param {boolean} isFlagged
   * @param {number} x @param {number} y
   */
  drawRisk(context, risk, isFlagged, x, y) {
    const text = formatRiskShort(risk);
    const key = `${text}${isFlagged}`;
    let sprite = this.riskSprites.get(key);
    if (!sprite) {
      sprite = this.#createRiskSprite(text, risk, isFlagged);
      this.riskSprites.set(key, sprite);
    }
    context.drawImage(sprite, x, y);
  }

  /** @param {string} text @param {number} risk @param {boolean} isFlagged */
  #createRiskSprite(text, risk, isFlagged) {
    const { side, palette } = this;
    const sprite = document.createElement("canvas");
    sprite.width = sprite.height = side;
    const context = context2d(sprite);
    // Certain cells have a symbol and a strong colour, so they stand out from the figures.
    const [label, colour] = risk === 0
      ? ["✓", channels(palette["odds-safe"])]
      : risk === 1
        ? ["✕", channels(palette["odds-mine"])]
        : [text, riskColour(risk, palette["odds-low"], palette["odds-high"])];
    const isCertain = risk === 0 || risk === 1;
    drawHidden(context, side, palette);
    fillCell(context, side, `rgb(${colour.join(" ")})`);
    drawText(context, side, label, textColourOn(colour), palette, isCertain ? 0.5 : label.length > 2 ? 0.36 : 0.42);
    if (isFlagged) inUnitSquare(context, side, () => fillPath(context, palette.flag, CORNER));
    return sprite;
  }
}

/** Returns the colours of a marked cell, which differ from a hidden cell's only in some themes. @param {Palette} palette */
function markedPalette(palette) {
  const { marked } = palette;
  return marked ? { ...palette, "hidden-top": marked, "hidden-bottom": marked } : palette;
}

/** @param {HTMLCanvasElement} canvas @returns {CanvasRenderingContext2D} */
export function context2d(canvas) {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser does not support the 2D canvas");
  return context;
}
