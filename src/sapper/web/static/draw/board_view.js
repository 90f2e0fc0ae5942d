/**
 * A board on the page: two canvases as large as the window onto the board, a scroll area as large
 * as the board. Drawing waits for the next frame and touches only cells that changed; scrolling
 * copies all visible cells, which takes about a millisecond.
 *
 * @typedef {import("../state/board.js").Board} Board
 * @typedef {import("../state/board.js").Cell} Cell
 * @typedef {import("../state/highlights.js").Mark} Mark
 */
import { drawOverlay, drawRulers } from "./overlay.js";
import { readPalette } from "./palette.js";
import { Sprites, context2d } from "./sprite_sheet.js";

const FADE = 140;
const RIPPLE = 14;
const LONGEST_RIPPLE = 260;
const SMALLEST = 12;
const LARGEST = 72;
const RULER = 17;

/** Draws one board and tells where its cells are. */
export class BoardView {
  /** @param {HTMLElement} scroller holds `.board-content` > `.board-viewport` > two canvases */
  constructor(scroller) {
    this.scroller = scroller;
    this.sizer = /** @type {HTMLElement} */ (scroller.querySelector(".board-content"));
    this.glass = /** @type {HTMLElement} */ (scroller.querySelector(".board-viewport"));
    const [cells, marks] = [...this.glass.querySelectorAll("canvas")];
    if (!cells || !marks) throw new Error("a board needs two canvases");
    this.cells = cells;
    this.marksCanvas = marks;
    this.cellsContext = context2d(cells);
    this.marksContext = context2d(marks);
    /** @type {Board | null} */
    this.board = null;
    /** @type {Float32Array | null} */
    this.odds = null;
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Cell | null} */
    this.cursor = null;
    this.showCursor = false;
    /** @type {Cell | null} */
    this.hover = null;
    /** @type {Cell | null} */
    this.held = null;
    this.animated = true;
    this.chosenSize = 0;
    this.showRulers = true;
    this.margin = 0;
    this.zoom = 1;
    this.side = 0;
    /** @type {Sprites | null} */
    this.sprites = null;
    this.palette = readPalette();
    /** @type {Set<number>} */
    this.dirty = new Set();
    this.allDirty = true;
    this.overlayDirty = true;
    this.frame = 0;
    /** @type {Map<number, {from: number, begin: number}>} */
    this.fading = new Map();
    scroller.addEventListener("scroll", () => this.invalidate(null), { passive: true });
  }

  get ratio() {
    return window.devicePixelRatio || 1;
  }

  /** The side of a cell in CSS pixels. */
  get cellSize() {
    return this.side / this.ratio;
  }

  /** @param {Board} board */
  setBoard(board) {
    this.board = board;
    this.odds = null;
    this.marks = [];
    this.fading.clear();
    this.layout();
  }

  /** Colours changed. */
  restyle() {
    this.palette = readPalette();
    this.sprites = null;
    this.layout();
  }

  /** Finds the size of a cell for the room that there is, and sizes the canvases. */
  layout() {
    const board = this.board;
    const room = this.scroller.parentElement;
    if (!board || !room || room.clientWidth === 0) return;
    const style = getComputedStyle(this.scroller);
    const wide = room.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const limit = parseFloat(style.maxHeight);
    const high = Number.isFinite(limit) ? limit : window.innerHeight;
    this.margin = this.showRulers ? Math.round(RULER * this.ratio) : 0;
    const margin = this.margin / this.ratio;
    const isTouch = matchMedia("(pointer: coarse)").matches;
    const fit = Math.min((wide - margin) / board.width, (high - margin) / board.height);
    const [least, most] = isTouch ? [30, 52] : [22, 58];
    const size = (this.chosenSize || Math.min(Math.max(fit, least), most)) * this.zoom;
    const bounded = Math.min(Math.max(size, SMALLEST), LARGEST);
    const side = Math.max(8, Math.floor(bounded * this.ratio));
    if (side !== this.side || !this.sprites) {
      this.side = side;
      this.sprites = new Sprites(side, this.palette);
    }
    const [boardWidth, boardHeight] = [board.width * this.cellSize + margin, board.height * this.cellSize + margin];
    this.sizer.style.width = `${boardWidth}px`;
    this.sizer.style.height = `${boardHeight}px`;
    const width = Math.min(boardWidth, this.scroller.clientWidth || wide);
    const height = Math.min(boardHeight, this.scroller.clientHeight || high);
    for (const canvas of [this.cells, this.marksCanvas]) {
      const [w, h] = [Math.round(width * this.ratio), Math.round(height * this.ratio)];
      if (canvas.width !== w || canvas.height !== h) {
        canvas.width = w;
        canvas.height = h;
        canvas.style.width = `${w / this.ratio}px`;
        canvas.style.height = `${h / this.ratio}px`;
      }
    }
    this.glass.style.width = this.cells.style.width;
    this.glass.style.height = this.cells.style.height;
    this.invalidate(null);
  }

  /** @param {number} factor @param {{x: number, y: number}} [around] a place of the window */
  zoomBy(factor, around) {
    if (!this.board) return;
    const box = this.scroller.getBoundingClientRect();
    const x = (around ? around.x : box.left + box.width / 2) - box.left;
    const y = (around ? around.y : box.top + box.height / 2) - box.top;
    const before = this.cellSize;
    const margin = this.margin / this.ratio;
    const column = (this.scroller.scrollLeft + x - margin) / before;
    const row = (this.scroller.scrollTop + y - margin) / before;
    const size = Math.min(Math.max(before * factor, SMALLEST), LARGEST);
    this.zoom *= size / before;
    this.layout();
    this.scroller.scrollLeft = column * this.cellSize + margin - x;
    this.scroller.scrollTop = row * this.cellSize + margin - y;
  }

  /** @param {number} x @param {number} y of the window @returns {Cell | null} */
  cellAt(x, y) {
    if (!this.board) return null;
    const box = this.glass.getBoundingClientRect();
    if (x < box.left || y < box.top || x >= box.right || y >= box.bottom) return null;
    const { left, top } = this.#offset();
    const margin = this.margin / this.ratio;
    if (x < box.left + margin || y < box.top + margin) return null;
    /** @type {Cell} */
    const cell = [
      Math.floor(((y - box.top) * this.ratio + top) / this.side),
      Math.floor(((x - box.left) * this.ratio + left) / this.side),
    ];
    return this.board.contains(cell) ? cell : null;
  }

  /** Where a cell is in the window. @param {Cell} cell */
  boxOf([row, column]) {
    const box = this.glass.getBoundingClientRect();
    const { left, top } = this.#offset();
    return {
      x: box.left + (column * this.side - left) / this.ratio,
      y: box.top + (row * this.side - top) / this.ratio,
      size: this.cellSize,
    };
  }

  /** Scrolls until a cell can be seen. @param {Cell} cell */
  reveal([row, column]) {
    const size = this.cellSize;
    const { scroller } = this;
    const keep = (/** @type {number} */ now, /** @type {number} */ at, /** @type {number} */ room) =>
      Math.min(Math.max(now, at + 2 * size + this.margin / this.ratio - room), at - size);
    scroller.scrollLeft = keep(scroller.scrollLeft, column * size, this.glass.clientWidth);
    scroller.scrollTop = keep(scroller.scrollTop, row * size, this.glass.clientHeight);
  }

  /** Where the corner of the canvas is on the board, in pixels of the screen. */
  #offset() {
    const { ratio, margin } = this;
    return {
      left: Math.round(this.scroller.scrollLeft * ratio) - margin,
      top: Math.round(this.scroller.scrollTop * ratio) - margin,
    };
  }

  /**
   * Cells that changed; null for all. Cells that were hidden fade from where the move was made.
   *
   * @param {number[] | null} indices @param {{from?: Uint8Array, origin?: Cell | null}} [how]
   */
  invalidate(indices, { from, origin } = {}) {
    if (indices === null) this.allDirty = true;
    else for (const index of indices) this.dirty.add(index);
    if (indices && from && this.animated && this.board) {
      const begin = performance.now();
      const [row, column] = origin ?? this.board.cellOf(indices[0] ?? 0);
      for (const index of indices) {
        const [r, c] = this.board.cellOf(index);
        const far = Math.hypot(r - row, c - column) * RIPPLE;
        const old = from[index];
        if (old === 35 && this.board.isRevealed([r, c])) {
          this.fading.set(index, { from: old, begin: begin + Math.min(far, LONGEST_RIPPLE) });
        }
      }
    }
    this.#schedule();
  }

  /** @param {Float32Array | null} odds */
  setOdds(odds) {
    this.odds = odds;
    this.invalidate(null);
  }

  /** @param {Mark[]} marks */
  setMarks(marks) {
    this.marks = marks;
    this.touchOverlay();
  }

  /** @param {"cursor" | "hover" | "held"} name @param {Cell | null} cell */
  point(name, cell) {
    const now = this[name];
    if (now?.[0] === cell?.[0] && now?.[1] === cell?.[1]) return;
    this[name] = cell;
    this.touchOverlay();
  }

  touchOverlay() {
    this.overlayDirty = true;
    this.#schedule();
  }

  #schedule() {
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.draw(now);
    });
  }

  /** Draws what is due. @param {number} [now] */
  draw(now = performance.now()) {
    const { board, sprites } = this;
    if (!board || !sprites) return;
    for (const index of this.fading.keys()) this.dirty.add(index);
    const { left, top } = this.#offset();
    this.cellsContext.save();
    this.cellsContext.beginPath();
    this.cellsContext.rect(this.margin, this.margin, this.cells.width, this.cells.height);
    this.cellsContext.clip();
    if (this.allDirty) {
      const { side } = this;
      const right = Math.min(board.width, Math.ceil((left + this.cells.width) / side));
      const bottom = Math.min(board.height, Math.ceil((top + this.cells.height) / side));
      for (let row = Math.max(0, Math.floor(top / side)); row < bottom; row++) {
        for (let column = Math.max(0, Math.floor(left / side)); column < right; column++) {
          this.#drawCell(row * board.width + column, left, top, now);
        }
      }
      this.overlayDirty = true;
    } else {
      for (const index of this.dirty) this.#drawCell(index, left, top, now);
    }
    this.cellsContext.restore();
    this.allDirty = false;
    this.dirty.clear();
    if (this.overlayDirty) {
      this.overlayDirty = false;
      const { side, palette, marks, hover, held, margin } = this;
      const cursor = this.showCursor ? this.cursor : null;
      drawOverlay(this.marksContext, { side, left, top, margin, palette, marks, cursor, hover, held });
      drawRulers(this.marksContext, { board, side, left, top, margin, palette });
    }
    if (this.fading.size) this.#schedule();
  }

  /** @param {number} index @param {number} left @param {number} top @param {number} now */
  #drawCell(index, left, top, now) {
    const board = /** @type {Board} */ (this.board);
    const sprites = /** @type {Sprites} */ (this.sprites);
    const x = (index % board.width) * this.side - left;
    const y = Math.floor(index / board.width) * this.side - top;
    if (x <= -this.side || y <= -this.side || x > this.cells.width || y > this.cells.height) {
      this.fading.delete(index);
      return;
    }
    const code = board.codes[index] ?? 35;
    const risk = this.odds?.[index] ?? -1;
    if (risk >= 0) {
      return sprites.drawRisk(this.cellsContext, risk, code === 70 || code === 102, x, y);
    }
    sprites.draw(this.cellsContext, code, x, y);
    const fade = this.fading.get(index);
    if (!fade) return;
    const part = (now - fade.begin) / FADE;
    if (part >= 1) return void this.fading.delete(index);
    this.cellsContext.globalAlpha = Math.min(1, 1 - part);
    sprites.draw(this.cellsContext, fade.from, x, y);
    this.cellsContext.globalAlpha = 1;
  }
}
