/**
 * Every look of a cell, drawn once for a size and a theme; a board is then a matter of copying.
 *
 * @typedef {import("./palette.js").Palette} Palette
 */
import { inkOn, riskColour, shortRisk } from "../state/odds_format.js";
import {
  drawBoom, drawFlag, drawHidden, drawMine, drawOpen, drawText, drawWrong, rounded,
} from "./glyphs.js";

const SYMBOLS = "#.12345678Ff?*!X";

/** The sheet of all looks at one size. */
export class Sprites {
  /** @param {number} side in pixels of the screen @param {Palette} palette */
  constructor(side, palette) {
    this.side = side;
    this.palette = palette;
    this.sheet = document.createElement("canvas");
    this.sheet.width = side * SYMBOLS.length;
    this.sheet.height = side;
    /** @type {Int16Array} where on the sheet a character is */
    this.place = new Int16Array(256);
    const context = context2d(this.sheet);
    [...SYMBOLS].forEach((symbol, i) => {
      this.place[symbol.charCodeAt(0)] = i * side;
      context.save();
      context.translate(i * side, 0);
      context.beginPath();
      context.rect(0, 0, side, side);
      context.clip();
      this.#drawSymbol(context, symbol);
      context.restore();
    });
    /** @type {Map<string, HTMLCanvasElement>} */
    this.risks = new Map();
  }

  /** @param {CanvasRenderingContext2D} context @param {string} symbol */
  #drawSymbol(context, symbol) {
    const { side, palette } = this;
    if (symbol === "!") return drawBoom(context, side, palette);
    if (".12345678*X".includes(symbol)) drawOpen(context, side, palette);
    else drawHidden(context, side, palette);
    if (symbol === "F" || symbol === "f") drawFlag(context, side, palette, symbol);
    if (symbol === "?") drawText(context, side, "?", palette.question, palette, 0.56);
    if (symbol === "*") drawMine(context, side, palette);
    if (symbol === "X") {
      context.globalAlpha = 0.5;
      drawFlag(context, side, palette, "F");
      context.globalAlpha = 1;
      drawWrong(context, side, palette);
    }
    if (symbol >= "1" && symbol <= "8") {
      const clue = /** @type {"clue-1"} */ (`clue-${symbol}`);
      drawText(context, side, symbol, palette[clue], palette);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {number} code a character
   * @param {number} x @param {number} y in pixels of the screen
   */
  draw(context, code, x, y) {
    const { side } = this;
    context.drawImage(this.sheet, this.place[code] ?? 0, 0, side, side, x, y, side, side);
  }

  /**
   * A hidden cell with its risk, in its colour; a flag stays visible as a small corner.
   *
   * @param {CanvasRenderingContext2D} context @param {number} risk @param {boolean} flagged
   * @param {number} x @param {number} y
   */
  drawRisk(context, risk, flagged, x, y) {
    const text = shortRisk(risk);
    const key = `${text}${flagged}`;
    let sprite = this.risks.get(key);
    if (!sprite) {
      sprite = this.#makeRisk(text, risk, flagged);
      this.risks.set(key, sprite);
    }
    context.drawImage(sprite, x, y);
  }

  /** @param {string} text @param {number} risk @param {boolean} flagged */
  #makeRisk(text, risk, flagged) {
    const { side, palette } = this;
    const sprite = document.createElement("canvas");
    sprite.width = sprite.height = side;
    const context = context2d(sprite);
    drawOpen(context, side, palette);
    const colour = riskColour(risk);
    const inset = Math.max(1, Math.round(side * 0.03));
    context.fillStyle = `rgb(${colour.join(" ")})`;
    rounded(context, inset, inset, side - 2 * inset, side - 2 * inset, side * 0.15);
    context.fill();
    // Certain cells carry a sign as well: meaning is never by colour alone.
    const label = risk === 0 ? "✓" : risk === 1 ? "✕" : text;
    drawText(context, side, label, inkOn(colour), palette, label.length > 2 ? 0.36 : 0.42);
    if (flagged) {
      context.fillStyle = palette.flag;
      context.beginPath();
      context.moveTo(side - inset, inset);
      context.lineTo(side - inset, side * 0.36);
      context.lineTo(side * 0.64, inset);
      context.fill();
    }
    return sprite;
  }
}

/** @param {HTMLCanvasElement} canvas @returns {CanvasRenderingContext2D} */
export function context2d(canvas) {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser draws no canvas");
  return context;
}
