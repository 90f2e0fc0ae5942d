/**
 * A board view that draws on two canvases. The canvases cover the visible part of a board-sized
 * scroll area. Each animation frame redraws only the changed cells. Scrolling redraws all visible
 * cells, which takes about a millisecond.
 */
/** @typedef {import("../state/board.js").Board} Board */
/** @typedef {import("../state/board.js").Cell} Cell */
/** @typedef {import("../state/highlights.js").Highlight} Highlight */
/** @typedef {import("../state/odds.js").Odds} Odds */
import { drawCoordinates, drawOverlay } from "./overlay.js";
import { readPalette } from "./palette.js";
import { SpriteSheet, context2d } from "./sprite_sheet.js";
import { drawWinWave } from "./win_wave.js";

const HIDDEN = "#".charCodeAt(0);
/** A pressed cell looks like a revealed cell without a number. */
const PRESSED = ".".charCodeAt(0);
const PLAYER_FLAG = "F".charCodeAt(0);
const AI_FLAG = "f".charCodeAt(0);
/** The fade-in duration for a revealed cell, in milliseconds. */
const FADE_DURATION = 140;
/** The additional fade-in delay per cell of distance from the move, in milliseconds. */
const RIPPLE_DELAY = 14;
const MAX_RIPPLE_DELAY = 260;
/** The limits for the cell size, in CSS pixels. */
const MIN_CELL_SIZE = 12;
const MAX_CELL_SIZE = 96;
/** The side length up to which a small board grows beyond the usual cell size, in CSS pixels. */
const SMALL_BOARD_SIZE = 640;
/** The width of the strip for row letters and column numbers, in CSS pixels. */
const COORDINATE_MARGIN = 17;

/** A view that draws one board and converts window coordinates to cells. */
export class BoardView {
  /** @param {HTMLElement} scroller contains `.board-content` > `.board-viewport` > two canvases */
  constructor(scroller) {
    this.scroller = scroller;
    this.content = /** @type {HTMLElement} */ (scroller.querySelector(".board-content"));
    this.viewport = /** @type {HTMLElement} */ (scroller.querySelector(".board-viewport"));
    const [cellsCanvas, overlayCanvas] = [...this.viewport.querySelectorAll("canvas")];
    if (!cellsCanvas || !overlayCanvas) throw new Error("the board viewport must contain two canvases");
    this.cellsCanvas = cellsCanvas;
    this.overlayCanvas = overlayCanvas;
    this.cellsContext = context2d(cellsCanvas);
    this.overlayContext = context2d(overlayCanvas);
    /** @type {Board | null} */
    this.board = null;
    /** @type {Odds | null} */
    this.odds = null;
    /** @type {Highlight[]} */
    this.highlights = [];
    /** @type {Cell | null} */
    this.cursor = null;
    this.isCursorVisible = false;
    /** @type {Cell | null} */
    this.hover = null;
    /** The cells that look pressed. @type {Set<number>} */
    this.pressed = new Set();
    this.isAnimated = true;
    /** The cell size chosen by the player, in CSS pixels, or 0 to fit the board to the window. */
    this.preferredCellSize = 0;
    this.showCoordinates = true;
    /** The width of the coordinate strip in device pixels. */
    this.margin = 0;
    this.zoom = 1;
    /** The side length of a cell in device pixels. */
    this.side = 0;
    /** @type {SpriteSheet | null} */
    this.sprites = null;
    this.palette = readPalette();
    /** @type {Set<number>} */
    this.dirtyCells = new Set();
    this.isAllDirty = true;
    this.isOverlayDirty = true;
    this.frameRequest = 0;
    /** @type {Map<number, {from: number, begin: number}>} */
    this.fades = new Map();
    /** The wave over a won board. @type {{origin: Cell, begin: number} | null} */
    this.wave = null;
    scroller.addEventListener("scroll", () => this.invalidate(null), { passive: true });
  }

  get pixelRatio() {
    return window.devicePixelRatio || 1;
  }

  /** The side length of a cell in CSS pixels. */
  get cellSize() {
    return this.side / this.pixelRatio;
  }

  /** @param {Board} board */
  setBoard(board) {
    this.board = board;
    this.odds = null;
    this.highlights = [];
    this.pressed.clear();
    this.fades.clear();
    this.wave = null;
    this.updateLayout();
  }

  /** Reads the colours of the current theme and redraws everything. */
  applyTheme() {
    this.palette = readPalette();
    this.sprites = null;
    this.updateLayout();
  }

  /** Computes the cell size for the available space and resizes the canvases. */
  updateLayout() {
    const board = this.board;
    const container = this.scroller.parentElement;
    if (!board || !container || container.clientWidth === 0) return;
    const ratio = this.pixelRatio;
    const style = getComputedStyle(this.scroller);
    const availableWidth = container.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const maxHeight = parseFloat(style.maxHeight);
    const availableHeight = Number.isFinite(maxHeight) ? maxHeight : window.innerHeight;
    this.margin = this.showCoordinates ? Math.round(COORDINATE_MARGIN * ratio) : 0;
    const margin = this.margin / ratio;
    const isTouch = matchMedia("(pointer: coarse)").matches;
    const fit = Math.min((availableWidth - margin) / board.width, (availableHeight - margin) / board.height);
    const isLow = window.innerHeight < 480;
    const [min, max] = isTouch ? [isLow ? 26 : 30, 52] : [22, 60];
    const largest = Math.max(max, SMALL_BOARD_SIZE / Math.max(board.width, board.height));
    const size = (this.preferredCellSize || Math.min(Math.max(fit, min), largest)) * this.zoom;
    const clamped = Math.min(Math.max(size, MIN_CELL_SIZE), MAX_CELL_SIZE);
    const side = Math.max(8, Math.floor(clamped * ratio));
    if (side !== this.side || !this.sprites) {
      this.side = side;
      this.sprites = new SpriteSheet(side, this.palette);
    }
    const [boardWidth, boardHeight] = [board.width * this.cellSize + margin, board.height * this.cellSize + margin];
    this.content.style.width = `${boardWidth}px`;
    this.content.style.height = `${boardHeight}px`;
    const width = Math.min(boardWidth, this.scroller.clientWidth || availableWidth);
    const height = Math.min(boardHeight, this.scroller.clientHeight || availableHeight);
    for (const canvas of [this.cellsCanvas, this.overlayCanvas]) {
      const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
      // Setting the size of a canvas clears it, even if the size is unchanged.
      if (canvas.width !== w) canvas.width = w;
      if (canvas.height !== h) canvas.height = h;
    }
    // The counters above the board are as wide as the board.
    const area = /** @type {HTMLElement | null} */ (this.scroller.closest(".board-area"));
    area?.style.setProperty("--board-width", `${Math.round(width)}px`);
    this.viewport.style.width = `${this.cellsCanvas.width / ratio}px`;
    this.viewport.style.height = `${this.cellsCanvas.height / ratio}px`;
    this.invalidate(null);
  }

  /**
   * Zooms around a point. The default is the centre of the viewport.
   *
   * @param {number} factor The factor by which the cells grow.
   * @param {{x: number, y: number}} [point] A point in window coordinates.
   */
  zoomBy(factor, point) {
    if (!this.board) return;
    const box = this.scroller.getBoundingClientRect();
    const x = (point ? point.x : box.left + box.width / 2) - box.left;
    const y = (point ? point.y : box.top + box.height / 2) - box.top;
    const oldSize = this.cellSize;
    const margin = this.margin / this.pixelRatio;
    const column = (this.scroller.scrollLeft + x - margin) / oldSize;
    const row = (this.scroller.scrollTop + y - margin) / oldSize;
    const newSize = Math.min(Math.max(oldSize * factor, MIN_CELL_SIZE), MAX_CELL_SIZE);
    this.zoom *= newSize / oldSize;
    this.updateLayout();
    this.scroller.scrollLeft = column * this.cellSize + margin - x;
    this.scroller.scrollTop = row * this.cellSize + margin - y;
  }

  /** @param {number} x @param {number} y in window coordinates @returns {Cell | null} */
  cellAtPoint(x, y) {
    if (!this.board) return null;
    const box = this.viewport.getBoundingClientRect();
    if (x < box.left || y < box.top || x >= box.right || y >= box.bottom) return null;
    const { left, top } = this.#offset();
    const margin = this.margin / this.pixelRatio;
    if (x < box.left + margin || y < box.top + margin) return null;
    /** @type {Cell} */
    const cell = [
      Math.floor(((y - box.top) * this.pixelRatio + top) / this.side),
      Math.floor(((x - box.left) * this.pixelRatio + left) / this.side),
    ];
    return this.board.contains(cell) ? cell : null;
  }

  /** Scrolls until a cell and its neighbours are visible. @param {Cell} cell */
  scrollToCell([row, column]) {
    const size = this.cellSize;
    const { scroller } = this;
    const clamp = (/** @type {number} */ current, /** @type {number} */ start, /** @type {number} */ length) =>
      Math.min(Math.max(current, start + 2 * size + this.margin / this.pixelRatio - length), start - size);
    scroller.scrollLeft = clamp(scroller.scrollLeft, column * size, this.viewport.clientWidth);
    scroller.scrollTop = clamp(scroller.scrollTop, row * size, this.viewport.clientHeight);
  }

  /** Returns the position of the canvas relative to the board, in device pixels. */
  #offset() {
    const { pixelRatio, margin } = this;
    return {
      left: Math.round(this.scroller.scrollLeft * pixelRatio) - margin,
      top: Math.round(this.scroller.scrollTop * pixelRatio) - margin,
    };
  }

  /**
   * Schedules a redraw of the given cells, or of all cells if `indices` is null. If `previousCodes` is given, cells
   *   that
   * were hidden fade to their new symbols, starting at `origin`.
   *
   * @param {number[] | null} indices The indices of the cells, or null for all cells.
   * @param {{previousCodes?: Uint8Array, origin?: Cell | null}} [animation] The previous symbols and the cell at
   *   which the animation starts.
   */
  invalidate(indices, { previousCodes, origin } = {}) {
    if (indices === null) this.isAllDirty = true;
    else for (const index of indices) this.dirtyCells.add(index);
    if (indices && previousCodes && this.isAnimated && this.board) {
      const begin = performance.now();
      const [row, column] = origin ?? this.board.cellAt(indices[0] ?? 0);
      for (const index of indices) {
        const [r, c] = this.board.cellAt(index);
        const delay = Math.hypot(r - row, c - column) * RIPPLE_DELAY;
        const previous = previousCodes[index];
        // A pressed cell already looks revealed, so its number appears immediately.
        if (previous === HIDDEN && !this.pressed.has(index)) {
          this.fades.set(index, { from: previous, begin: begin + Math.min(delay, MAX_RIPPLE_DELAY) });
        }
      }
    }
    this.#schedule();
  }

  /** Sends a wave over the board, unless animations are disabled. @param {Cell | null} origin the last move */
  celebrate(origin) {
    if (!this.isAnimated || !this.board) return;
    this.wave = { origin: origin ?? this.board.cellAt(0), begin: performance.now() };
    this.redrawOverlay();
  }

  /** @param {Odds | null} odds */
  setOdds(odds) {
    this.odds = odds;
    this.invalidate(null);
  }

  /** @param {Highlight[]} highlights */
  setHighlights(highlights) {
    this.highlights = highlights;
    this.redrawOverlay();
  }

  /** Shows cells as pressed and all others as raised. @param {number[]} indices */
  setPressed(indices) {
    const next = new Set(indices);
    const changed = [...next, ...this.pressed].filter((index) => next.has(index) !== this.pressed.has(index));
    if (!changed.length) return;
    this.pressed = next;
    this.invalidate(changed);
  }

  /** @param {"cursor" | "hover"} name @param {Cell | null} cell */
  setPointerCell(name, cell) {
    const current = this[name];
    if (current?.[0] === cell?.[0] && current?.[1] === cell?.[1]) return;
    this[name] = cell;
    this.redrawOverlay();
  }

  redrawOverlay() {
    this.isOverlayDirty = true;
    this.#schedule();
  }

  #schedule() {
    this.frameRequest ||= requestAnimationFrame((now) => {
      this.frameRequest = 0;
      this.draw(now);
    });
  }

  /** Draws all cells that were invalidated since the last frame. @param {number} [now] */
  draw(now = performance.now()) {
    const { board, sprites } = this;
    if (!board || !sprites) return;
    for (const index of this.fades.keys()) this.dirtyCells.add(index);
    const { left, top } = this.#offset();
    this.cellsContext.save();
    this.cellsContext.beginPath();
    this.cellsContext.rect(this.margin, this.margin, this.cellsCanvas.width, this.cellsCanvas.height);
    this.cellsContext.clip();
    if (this.isAllDirty) {
      const { side } = this;
      this.cellsContext.clearRect(0, 0, this.cellsCanvas.width, this.cellsCanvas.height);
      const right = Math.min(board.width, Math.ceil((left + this.cellsCanvas.width) / side));
      const bottom = Math.min(board.height, Math.ceil((top + this.cellsCanvas.height) / side));
      for (let row = Math.max(0, Math.floor(top / side)); row < bottom; row++) {
        for (let column = Math.max(0, Math.floor(left / side)); column < right; column++) {
          this.#drawCell(row * board.width + column, left, top, now);
        }
      }
      this.isOverlayDirty = true;
    } else {
      for (const index of this.dirtyCells) this.#drawCell(index, left, top, now);
    }
    this.cellsContext.restore();
    this.isAllDirty = false;
    this.dirtyCells.clear();
    if (this.isOverlayDirty || this.wave) {
      this.isOverlayDirty = false;
      const { side, palette, highlights, hover, margin } = this;
      const cursor = this.isCursorVisible ? this.cursor : null;
      drawOverlay(this.overlayContext, { board, side, left, top, margin, palette, highlights, cursor, hover });
      if (this.wave) {
        const { origin, begin } = this.wave;
        const wave = { board, origin, elapsed: now - begin, side, left, top, colour: palette.better };
        if (!drawWinWave(this.overlayContext, wave)) this.wave = null;
      }
      drawCoordinates(this.overlayContext, { board, side, left, top, margin, palette });
    }
    if (this.fades.size || this.wave) this.#schedule();
  }

  /** @param {number} index @param {number} left @param {number} top @param {number} now */
  #drawCell(index, left, top, now) {
    const board = /** @type {Board} */ (this.board);
    const sprites = /** @type {SpriteSheet} */ (this.sprites);
    const [row, column] = board.cellAt(index);
    const x = column * this.side - left;
    const y = row * this.side - top;
    const isAlternate = (row + column) % 2 === 1;
    if (x <= -this.side || y <= -this.side || x > this.cellsCanvas.width || y > this.cellsCanvas.height) {
      this.fades.delete(index);
      return;
    }
    if (this.pressed.has(index)) return sprites.draw(this.cellsContext, PRESSED, x, y, isAlternate);
    const code = board.codes[index] ?? HIDDEN;
    if (this.odds && !this.odds.isQuiet(index)) {
      const isFlagged = code === PLAYER_FLAG || code === AI_FLAG;
      return sprites.drawRisk(this.cellsContext, this.odds.riskAt(index), isFlagged, x, y);
    }
    sprites.draw(this.cellsContext, code, x, y, isAlternate);
    const fade = this.fades.get(index);
    if (!fade) return;
    const progress = (now - fade.begin) / FADE_DURATION;
    if (progress >= 1) return void this.fades.delete(index);
    this.cellsContext.globalAlpha = Math.min(1, 1 - progress);
    sprites.draw(this.cellsContext, fade.from, x, y, isAlternate);
    this.cellsContext.globalAlpha = 1;
  }
}
