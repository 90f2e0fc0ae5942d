/**
 * The board that people touch: pointers, keys, zoom, the cursor and what a screen reader hears.
 * What a press means is for whoever uses the table: a game, the analyser, a review or a drill.
 *
 * @typedef {import("../state/board.js").Cell} Cell
 * @typedef {import("../state/board.js").Board} Board
 * @typedef {{press: (cell: Cell, kind: "primary" | "secondary" | "chord", type: string) => void,
 *   command?: (command: string) => void, key?: (key: string, cell: Cell) => boolean}} Player
 */
import { BoardView } from "../draw/board_view.js";
import { stepFrom } from "../state/board.js";
import { commandFor, isStep } from "../state/keyboard.js";
import { Presses } from "../state/pointer_input.js";
import { describeCell } from "../state/announcements.js";
import { element, make } from "./dom.js";

/** @param {() => import("../state/preferences.js").Preferences} preferences */
export function createTable(preferences) {
  return new Table(preferences);
}

class Table {
  /** @param {() => import("../state/preferences.js").Preferences} preferences */
  constructor(preferences) {
    this.preferences = preferences;
    this.scroller = element("board");
    this.view = new BoardView(this.scroller);
    /** @type {Player} */
    this.player = { press: () => {} };
    /** @type {Board | null} */
    this.board = null;
    this.presses = new Presses({
      options: preferences,
      press: (cell, kind, type) => {
        this.moveCursor(cell, false);
        this.player.press(cell, kind, type);
      },
      hold: (cell) => this.view.point("held", cell && this.board?.at(cell) === "#" ? cell : null),
      felt: () => {
        if (preferences().haptics) navigator.vibrate?.(18);
      },
    });
    this.#listenToPointers();
    this.#listenToZoom();
    this.scroller.addEventListener("keydown", (event) => this.key(event));
    this.scroller.addEventListener("focus", () => this.#showCursor(this.scroller.matches(":focus-visible")));
    this.scroller.addEventListener("blur", () => this.#showCursor(false));
    document.addEventListener("point-at-cell", (event) => this.view.point("hover", /** @type {CustomEvent} */ (event).detail));
    new ResizeObserver(() => this.view.layout()).observe(/** @type {Element} */ (this.scroller.parentElement));
    addEventListener("resize", () => this.view.layout());
  }

  /** @param {Board} board @param {Player} player */
  use(board, player) {
    this.player = player;
    this.show(board);
  }

  /** @param {Board} board */
  show(board) {
    const other = this.board?.width !== board.width || this.board?.height !== board.height;
    this.board = board;
    if (other) {
      this.view.zoom = 1;
      this.view.cursor = [Math.floor((board.height - 1) / 2), Math.floor((board.width - 1) / 2)];
    }
    this.scroller.setAttribute("aria-rowcount", String(board.height));
    this.scroller.setAttribute("aria-colcount", String(board.width));
    this.view.setBoard(board);
    this.describe();
  }

  /** @param {Cell} cell @param {boolean} [shown] */
  moveCursor(cell, shown = true) {
    if (shown) this.#showCursor(true);
    this.view.point("cursor", cell);
    if (shown) this.view.reveal(cell);
    this.describe();
  }

  /** Writes the cells around the cursor for screen readers; the board itself is a picture. */
  describe() {
    const { board } = this;
    const cursor = this.view.cursor;
    if (!board || !cursor) return;
    const rows = [];
    for (let row = Math.max(0, cursor[0] - 1); row <= Math.min(board.height - 1, cursor[0] + 1); row++) {
      const cells = [];
      for (let column = Math.max(0, cursor[1] - 1); column <= Math.min(board.width - 1, cursor[1] + 1); column++) {
        const risk = this.view.odds?.[board.index([row, column])];
        const words = describeCell(board, [row, column], risk);
        cells.push(make("div", { role: "gridcell", id: `cell-${row}-${column}`, "aria-colindex": column + 1 }, [words]));
      }
      rows.push(make("div", { role: "row", "aria-rowindex": row + 1 }, cells));
    }
    element("board-cells").replaceChildren(...rows);
    this.scroller.setAttribute("aria-activedescendant", `cell-${cursor[0]}-${cursor[1]}`);
  }

  /** @param {boolean} shown */
  #showCursor(shown) {
    if (this.view.showCursor === shown) return;
    this.view.showCursor = shown;
    this.view.touchOverlay();
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const { pointerId: id, pointerType: type, button, buttons, clientX: x, clientY: y } = event;
    return { id, type, button, buttons, x, y, cell: this.view.cellAt(x, y) };
  }

  #listenToPointers() {
    const { scroller } = this;
    scroller.addEventListener("contextmenu", (event) => event.preventDefault());
    scroller.addEventListener("mousedown", (event) => {
      if (event.button === 1) event.preventDefault(); // no scrolling by the middle button
    });
    scroller.addEventListener("pointerdown", (event) => {
      this.presses.down(this.#point(event));
      this.#showCursor(false);
    });
    scroller.addEventListener("pointermove", (event) => {
      const point = this.#point(event);
      // Buttons that join or leave while another is down come as moves.
      if (event.button >= 0 && event.pointerType === "mouse") {
        const isDown = event.buttons & (event.button === 0 ? 1 : event.button === 2 ? 2 : 4);
        if (isDown) this.presses.down(point);
        else this.presses.up(point);
      } else this.presses.move(point);
      if (event.pointerType === "mouse") {
        const hovers = point.cell && !this.board?.isRevealed(point.cell);
        this.view.point("hover", hovers ? point.cell : null);
      }
    });
    scroller.addEventListener("pointerup", (event) => this.presses.up(this.#point(event)));
    scroller.addEventListener("pointercancel", () => this.presses.cancel());
    scroller.addEventListener("pointerleave", () => {
      this.view.point("hover", null);
      this.presses.cancel();
    });
  }

  #listenToZoom() {
    const { scroller, view } = this;
    scroller.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      view.zoomBy(Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    }, { passive: false });
    let apart = 0;
    const spread = (/** @type {TouchEvent} */ event) => {
      const [a, b] = [event.touches[0], event.touches[1]];
      if (!a || !b) return null;
      const x = (a.clientX + b.clientX) / 2;
      return { far: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), x, y: (a.clientY + b.clientY) / 2 };
    };
    scroller.addEventListener("touchstart", (event) => {
      const now = spread(event);
      apart = now?.far ?? 0;
      if (now) this.presses.cancel();
    }, { passive: true });
    scroller.addEventListener("touchmove", (event) => {
      const now = spread(event);
      if (!now || !apart) return;
      event.preventDefault();
      view.zoomBy(now.far / apart, now);
      apart = now.far;
    }, { passive: false });
  }

  /**
   * A key that was pressed on the board, or anywhere while nothing else has the focus.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    const cursor = this.view.cursor;
    if (!this.board || !cursor) return;
    if (!event.ctrlKey && !event.metaKey && !event.altKey && this.player.key?.(event.key, cursor)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const command = commandFor(event);
    if (!command) return;
    if (isStep(command)) this.moveCursor(stepFrom(this.board, cursor, command));
    else if (command === "primary" || command === "chord") this.player.press(cursor, command, "keyboard");
    else if (command === "flag") this.player.press(cursor, "secondary", "keyboard");
    else return; // the page as a whole knows the others
    this.#showCursor(true);
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @typedef {Table} TableType */
