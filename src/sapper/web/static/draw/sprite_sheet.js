/**
 * Cell sprites, pre-rendered for each cell size and theme so that drawing a board only copies
 * images.
 */
/** @typedef {import("./palette.js").Palette} Palette */
import { channels, formatRiskShort, riskColour, textColourOn } from "../state/odds_format.js";
import { drawCross, drawText, fillPath, inUnitSquare } from "./cell_symbols.js";
import { fillOdds, skinNamed } from "./skins.js";

const SYMBOLS = "#.12345678Ff?*!X";
/** The triangle in the corner of a flagged cell, in a unit square. */
const CORNER = "M.97 .03V.36L.64 .03Z";

/** All cell sprites for one cell size and theme. */
export class SpriteSheet {
  /** @param {number} side in device pixels @param {Palette} palette */
  constructor(side, palette) {
    this.side = side;
    this.palette = palette;
    this.skin = skinNamed(palette.skin);
    /** The palettes for the two colours of a checkerboard, or a single palette in most themes. */
    this.palettes = palette["hidden-alternate"] ? [palette, alternatePalette(palette)] : [palette];
    this.sheet = document.createElement("canvas");
    this.sheet.width = side * SYMBOLS.length;
    this.sheet.height = side * this.palettes.length;
    /** @type {Int16Array} the x offset of each character code on the sheet */
    this.offsets = new Int16Array(256);
    const context = context2d(this.sheet);
    this.palettes.forEach((colours, row) => [...SYMBOLS].forEach((symbol, i) => {
      this.offsets[symbol.charCodeAt(0)] = i * side;
      context.save();
      context.translate(i * side, row * side);
      context.beginPath();
      context.rect(0, 0, side, side);
      context.clip();
      this.#drawSymbol(context, symbol, colours);
      context.restore();
    }));
    /** @type {Map<string, HTMLCanvasElement>} */
    this.riskSprites = new Map();
  }

  /** @param {CanvasRenderingContext2D} context @param {string} symbol @param {Palette} palette */
  #drawSymbol(context, symbol, palette) {
    const { side, skin } = this;
    if (".12345678*X".includes(symbol)) skin.revealed(context, side, palette);
    else if (symbol === "!") skin.explosion(context, side, palette);
    else skin.hidden(context, side, "Ff?".includes(symbol) ? markedPalette(palette) : palette);
    // Most themes have no colour for a 0 and leave its cell blank.
    const clue = /** @type {"clue-0"} */ (`clue-${symbol === "." ? "0" : symbol}`);
    this.#glow(context, palette[clue] ?? (symbol === "f" ? palette["ai-flag"] : "Ff?".includes(symbol) ? palette.flag : palette.mine));
    if (symbol === "F" || symbol === "f") skin.flag(context, side, palette, symbol);
    if (symbol === "?") drawText(context, side, "?", palette.question, palette, 0.56);
    if (symbol === "*" || symbol === "!") skin.mine(context, side, palette);
    if (symbol === "X") {
      context.globalAlpha = 0.5;
      skin.flag(context, side, palette, "F");
      context.globalAlpha = 1;
      drawCross(context, side, palette);
    }
    if (palette[clue]) drawText(context, side, clue.slice(-1), palette[clue], palette, skin.textScale);
  }

  /** Adds a glow to the following symbols if the skin has one. @param {CanvasRenderingContext2D} context @param {string} colour */
  #glow(context, colour) {
    if (!this.skin.glow) return;
    context.shadowColor = colour;
    context.shadowBlur = this.side * this.skin.glow;
  }

  /**
   * @param {CanvasRenderingContext2D} context The canvas context to draw on.
   * @param {number} code The character code of the symbol.
   * @param {number} x The x coordinate in device pixels.
   * @param {number} y The y coordinate in device pixels.
   * @param {boolean} [isAlternate] True on every second cell of a checkerboard.
   */
  draw(context, code, x, y, isAlternate = false) {
    const { side } = this;
    const top = isAlternate && this.palettes.length > 1 ? side : 0;
    context.drawImage(this.sheet, this.offsets[code] ?? 0, top, side, side, x, y, side, side);
  }

  /**
   * Draws a hidden cell with its risk shown as text and colour. Flagged cells have a small triangle in the corner.
   *
   * @param {CanvasRenderingContext2D} context The canvas context to draw on.
   * @param {number} risk The mine probability of the cell.
   * @param {boolean} isFlagged True if the cell is flagged.
   * @param {number} x The x coordinate in device pixels.
   * @param {number} y The y coordinate in device pixels.
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
    // Cells that are certainly safe or certainly mines have a symbol and a strong colour, so they stand out.
    const [label, colour] = risk === 0
      ? ["✓", channels(palette["odds-safe"])]
      : risk === 1
        ? ["✕", channels(palette["odds-mine"])]
        : [text, riskColour(risk, palette["odds-low"], palette["odds-high"])];
    const isCertain = risk === 0 || risk === 1;
    this.skin.revealed(context, side, palette);
    fillOdds(context, side, `rgb(${colour.join(" ")})`);
    drawText(context, side, label, textColourOn(colour), palette, isCertain ? 0.5 : label.length > 2 ? 0.36 : 0.42);
    if (isFlagged) inUnitSquare(context, side, () => fillPath(context, palette.flag, CORNER));
    return sprite;
  }
}

/** Returns the colours of every second cell. @param {Palette} palette */
const alternatePalette = (palette) =>
  ({ ...palette, "hidden-top": palette["hidden-alternate"], revealed: palette["revealed-alternate"] });

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
