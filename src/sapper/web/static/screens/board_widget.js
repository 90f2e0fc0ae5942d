/**
 * The interactive board, which handles input, zoom, the cursor and the accessible description of the cells around it.
 * The current screen (game, analyser, review or puzzle) determines the effect of a press.
 */
/** @typedef {import("../state/board.js").Cell} Cell */
/** @typedef {import("../state/board.js").Board} Board */
/** @typedef {import("../state/board.js").PressKind} PressKind */
/**
 * @typedef {{onPress: (cell: Cell, kind: PressKind, type: string) => void,
 *   onKey?: (key: string, cell: Cell) => boolean, onHold?: (isHeld: boolean) => void,
 *   pressedCells?: (cell: Cell, kind: PressKind) => number[]}} InputHandlers The handlers of a screen. `pressedCells`
 *   returns the cells that look pressed while a cell is held down.
 */
import { BoardView } from "../draw/board_view.js";
import { describeCell } from "../state/announcements.js";
import { moveCursor } from "../state/board.js";
import { cellsByName } from "../state/cell_names.js";
import { commandForKey } from "../state/keyboard.js";
import { PointerInput } from "../state/pointer_input.js";
import { create, element, linkCells } from "./dom.js";

/** The only board widget on the page, which all screens share. */
export class BoardWidget {
  /** @param {() => import("../state/preferences.js").Preferences} preferences */
  constructor(preferences) {
    this.scroller = element("board");
    this.view = new BoardView(this.scroller);
    /** @type {InputHandlers} */
    this.handlers = { onPress: () => {} };
    /** @type {Board | null} */
    this.board = null;
    /** The cell under the mouse, or null if the keyboard was used since the mouse last moved. @type {Cell | null} */
    this.mouseCell = null;
    this.mousePosition = { x: NaN, y: NaN };
    /** True while a cell is held down. */
    this.isHeld = false;
    /** @type {number[]} */
    this.heldCells = [];
    /** The cells that stay pressed until the server responds. @type {number[]} */
    this.pendingCells = [];
    /** A callback that receives the cell under the mouse or the cursor. @type {(cell: Cell | null) => void} */
    this.onPoint = () => {};
    this.pointerInput = new PointerInput({
      options: preferences,
      onPress: (cell, kind, type) => {
        this.moveCursorTo(cell, false);
        this.handlers.onPress(cell, kind, type);
      },
      isRevealed: (cell) => Boolean(this.board?.isRevealed(cell)),
      onHold: (cell, kind) => this.#hold(cell, kind),
      onLongPress: () => {
        if (preferences().haptics) navigator.vibrate?.(18);
      },
    });
    this.#listenToPointers();
    this.#listenToZoom();
    this.scroller.addEventListener("keydown", (event) => this.handleKey(event));
    this.scroller.addEventListener("focus", () => this.#showCursor(this.scroller.matches(":focus-visible")));
    this.scroller.addEventListener("blur", () => this.#showCursor(false));
    document.addEventListener("cell-name-hover", (event) =>
      this.view.setPointerCell("hover", /** @type {CustomEvent} */ (event).detail));
    const container = /** @type {Element} */ (this.scroller.parentElement);
    new ResizeObserver(() => this.view.updateLayout()).observe(container);
    addEventListener("resize", () => this.view.updateLayout());
  }

  /** Shows a board and passes its input to a screen. @param {Board} board @param {InputHandlers} handlers */
  attach(board, handlers) {
    this.handlers = handlers;
    const isResized = this.board?.width !== board.width || this.board?.height !== board.height;
    this.board = board;
    this.heldCells = this.pendingCells = [];
    if (isResized) {
      linkCells(cellsByName(board));
      this.view.zoom = 1;
      this.view.cursor = [Math.floor((board.height - 1) / 2), Math.floor((board.width - 1) / 2)];
    }
    this.scroller.setAttribute("aria-rowcount", String(board.height));
    this.scroller.setAttribute("aria-colcount", String(board.width));
    this.view.setBoard(board);
    this.updateAccessibleCells();
  }

  /** @param {number[]} indices the cells whose moves the server has not confirmed */
  setPendingCells(indices) {
    this.pendingCells = indices;
    if (this.mouseCell && !this.#isHoverable(this.mouseCell)) this.view.setPointerCell("hover", null);
    this.view.setPressed([...this.heldCells, ...indices]);
  }

  /** Only hidden cells respond to hovering. @param {Cell | null} cell */
  #isHoverable(cell) {
    return cell !== null && "#Ff?".includes(this.board?.symbolAt(cell) ?? "");
  }

  /** @param {Cell | null} cell @param {PressKind} kind */
  #hold(cell, kind) {
    const { board } = this;
    const isHidden = cell && board?.symbolAt(cell) === "#";
    if (cell && this.handlers.pressedCells) this.heldCells = this.handlers.pressedCells(cell, kind);
    else this.heldCells = isHidden ? [board.indexOf(cell)] : [];
    this.view.setPressed([...this.heldCells, ...this.pendingCells]);
    this.isHeld = cell !== null;
    this.handlers.onHold?.(this.isHeld);
  }

  /** @param {Cell} cell @param {boolean} [isVisible] */
  moveCursorTo(cell, isVisible = true) {
    if (isVisible) this.#showCursor(true);
    this.view.setPointerCell("cursor", cell);
    if (isVisible) this.view.scrollToCell(cell);
    this.onPoint(cell);
    this.updateAccessibleCells();
  }

  /** Describes the cells around the cursor for screen readers, because the board itself is a canvas. */
  updateAccessibleCells() {
    const { board } = this;
    const cursor = this.view.cursor;
    if (!board || !cursor) return;
    const rows = [];
    for (let row = Math.max(0, cursor[0] - 1); row <= Math.min(board.height - 1, cursor[0] + 1); row++) {
      const cells = [];
      for (let column = Math.max(0, cursor[1] - 1); column <= Math.min(board.width - 1, cursor[1] + 1); column++) {
        const risk = this.view.odds?.riskAt(board.indexOf([row, column]));
        const text = describeCell(board, [row, column], risk);
        const id = `cell-${row}-${column}`;
        cells.push(create("div", { role: "gridcell", id, "aria-colindex": column + 1 }, [text]));
      }
      rows.push(create("div", { role: "row", "aria-rowindex": row + 1 }, cells));
    }
    element("board-cells").replaceChildren(...rows);
    this.scroller.setAttribute("aria-activedescendant", `cell-${cursor[0]}-${cursor[1]}`);
  }

  /** @param {boolean} isVisible */
  #showCursor(isVisible) {
    if (this.view.isCursorVisible === isVisible) return;
    this.view.isCursorVisible = isVisible;
    this.view.redrawOverlay();
  }

  /** @param {PointerEvent} event */
  #pointerState(event) {
    const { pointerId: id, pointerType: type, button, buttons, clientX: x, clientY: y } = event;
    return { id, type, button, buttons, x, y, cell: this.view.cellAtPoint(x, y) };
  }

  #listenToPointers() {
    const { scroller, pointerInput } = this;
    scroller.addEventListener("contextmenu", (event) => event.preventDefault());
    scroller.addEventListener("mousedown", (event) => {
      // The middle button must chord instead of scrolling.
      if (event.button === 1) event.preventDefault();
    });
    scroller.addEventListener("pointerdown", (event) => {
      const pointer = this.#pointerState(event);
      // A captured mouse reports its release even if it has left the board.
      if (pointer.type === "mouse" && pointer.cell && event.isTrusted) scroller.setPointerCapture(pointer.id);
      pointerInput.down(pointer);
      this.#showCursor(false);
    });
    scroller.addEventListener("pointermove", (event) => {
      const pointer = this.#pointerState(event);
      // While one mouse button is held down, presses and releases of other buttons arrive as pointermove events.
      if (event.button >= 0 && event.pointerType === "mouse") {
        const isDown = event.buttons & (event.button === 0 ? 1 : event.button === 2 ? 2 : 4);
        if (isDown) pointerInput.down(pointer);
        else pointerInput.up(pointer);
      } else pointerInput.move(pointer);
      if (event.pointerType === "mouse") {
        this.#trackMouse(pointer);
        const hovered = this.#isHoverable(pointer.cell) ? pointer.cell : null;
        this.view.setPointerCell("hover", hovered);
        this.onPoint(hovered);
      }
    });
    scroller.addEventListener("pointerup", (event) => pointerInput.up(this.#pointerState(event)));
    scroller.addEventListener("pointercancel", () => pointerInput.cancel());
    scroller.addEventListener("pointerleave", () => {
      this.mouseCell = null;
      this.view.setPointerCell("hover", null);
      this.onPoint(null);
      pointerInput.cancel();
    });
  }

  /**
   * Remembers the cell under the mouse if the mouse has moved. Scrolling also triggers pointer events.
   *
   * @param {{x: number, y: number, cell: Cell | null}} pointer The pointer in window coordinates, with the cell under
   *   it.
   */
  #trackMouse({ x, y, cell }) {
    if (x === this.mousePosition.x && y === this.mousePosition.y) return;
    this.mousePosition = { x, y };
    this.mouseCell = cell;
    this.#showCursor(false);
  }

  #listenToZoom() {
    const { scroller, view } = this;
    scroller.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      view.zoomBy(Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    }, { passive: false });
    let lastDistance = 0;
    const pinch = (/** @type {TouchEvent} */ event) => {
      const [a, b] = [event.touches[0], event.touches[1]];
      if (!a || !b) return null;
      const x = (a.clientX + b.clientX) / 2;
      const y = (a.clientY + b.clientY) / 2;
      return { distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), x, y };
    };
    scroller.addEventListener("touchstart", (event) => {
      const current = pinch(event);
      lastDistance = current?.distance ?? 0;
      if (current) this.pointerInput.cancel();
    }, { passive: true });
    scroller.addEventListener("touchmove", (event) => {
      const current = pinch(event);
      if (!current || !lastDistance) return;
      event.preventDefault();
      view.zoomBy(current.distance / lastDistance, current);
      lastDistance = current.distance;
    }, { passive: false });
  }

  /**
   * Handles a key press. The key acts on the cell under the mouse if the mouse was used last, or on the cell at the
   * cursor otherwise.
   *
   * @param {KeyboardEvent} event The key press to handle.
   */
  handleKey(event) {
    const { mouseCell } = this;
    const cursor = mouseCell ?? this.view.cursor;
    if (!this.board || !cursor) return;
    if (!event.ctrlKey && !event.metaKey && !event.altKey && this.handlers.onKey?.(event.key, cursor)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const command = commandForKey(event);
    if (!command) return;
    const target = moveCursor(this.board, cursor, command);
    if (target) {
      this.mouseCell = null;
      this.moveCursorTo(target);
    } else if (command === "primary" || command === "chord" || command === "flag") {
      this.moveCursorTo(cursor, !mouseCell);
      this.handlers.onPress(cursor, command === "flag" ? "secondary" : command, "keyboard");
    } else return; // The page handles all other commands.
    event.preventDefault();
    event.stopPropagation();
  }
}
