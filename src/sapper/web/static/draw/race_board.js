/** One player's board in a race. The board does not respond to input. */
import { readPalette } from "./palette.js";
import { SpriteSheet, context2d } from "./sprite_sheet.js";

const MAX_CELL_SIZE = 36;
const MIN_CELL_SIZE = 4;

export class RaceBoard {
  /**
   * @param {number} width The number of columns.
   * @param {number} height The number of rows.
   * @param {string} label The accessible name of the board.
   */
  constructor(width, height, label) {
    this.width = width;
    this.height = height;
    /** @type {SpriteSheet | null} */
    this.sprites = null;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "race-board";
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", label);
  }

  /**
   * @param {Uint8Array} codes The character codes of all cells.
   * @param {number} maxWidth The maximum width in CSS pixels.
   */
  draw(codes, maxWidth) {
    const { width, height, canvas } = this;
    const ratio = window.devicePixelRatio || 1;
    const size = Math.min(Math.max(maxWidth / width, MIN_CELL_SIZE), MAX_CELL_SIZE);
    const side = Math.max(2, Math.floor(size * ratio));
    const sprites = this.sprites?.side === side ? this.sprites : new SpriteSheet(side, readPalette());
    this.sprites = sprites;
    canvas.width = width * side;
    canvas.height = height * side;
    canvas.style.width = `${canvas.width / ratio}px`;
    const context = context2d(canvas);
    codes.forEach((code, i) => {
      const [row, column] = [Math.floor(i / width), i % width];
      sprites.draw(context, code, column * side, row * side, (row + column) % 2 === 1);
    });
  }
}
