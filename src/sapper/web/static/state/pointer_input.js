/**
 * Translation of pointer events into presses. This module does not access the DOM.
 *
 * With a mouse, pressing and releasing the button on the same cell reveals it. Pressing the flag button flags a cell
 * immediately. Pressing the middle button, or the left and right buttons together, chords. On a touch screen, a tap
 * reveals, a long press flags, and a drag pans the board.
 *
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {import("./board.js").PressKind} PressKind
 * @typedef {{id: number, type: string, button: number, buttons: number, x: number, y: number,
 *   cell: Cell | null}} PointerState
 * @typedef {{pointer: PointerState, isChord: boolean, isHandled: boolean, timer: number}} Press
 */
import { sameCell } from "./board.js";

/** The maximum distance in pixels that a finger can move during a tap. */
const TAP_TOLERANCE = 12;
const LEFT = 1;
const RIGHT = 2;

/** A tracker for the pointers over one board. */
export class PointerInput {
  /**
   * @param {{
   *   options: () => {swapButtons: boolean, longPress: number},
   *   onPress: (cell: Cell, kind: PressKind, type: string) => void,
   *   onPressedCellChange: (cell: Cell | null) => void,
   *   onLongPress: () => void,
   *   setTimer?: (action: () => void, milliseconds: number) => number,
   *   clearTimer?: (handle: number) => void,
   * }} handlers
   */
  constructor(handlers) {
    this.handlers = handlers;
    this.setTimer = handlers.setTimer ?? ((action, ms) => Number(setTimeout(action, ms)));
    this.clearTimer = handlers.clearTimer ?? ((handle) => clearTimeout(handle));
    /** @type {Press | null} */
    this.activePress = null;
  }

  /** @param {PointerState} pointer */
  down(pointer) {
    if (!pointer.cell) return;
    if (pointer.type === "mouse") return this.#mouseDown(pointer);
    // A second finger starts a pinch.
    if (this.activePress) return this.cancel();
    const press = { pointer, isChord: false, isHandled: false, timer: 0 };
    press.timer = this.setTimer(() => this.#longPress(press), this.handlers.options().longPress);
    this.#begin(press);
  }

  /** @param {PointerState} pointer */
  move(pointer) {
    const press = this.activePress;
    if (!press || press.isHandled || press.pointer.id !== pointer.id) return;
    if (pointer.type === "mouse") {
      const isInside = sameCell(pointer.cell, press.pointer.cell);
      this.handlers.onPressedCellChange(isInside ? press.pointer.cell : null);
    } else if (Math.hypot(pointer.x - press.pointer.x, pointer.y - press.pointer.y) > TAP_TOLERANCE) {
      this.cancel();
    }
  }

  /** @param {PointerState} pointer */
  up(pointer) {
    const press = this.activePress;
    if (!press || press.pointer.id !== pointer.id) return;
    if (pointer.type === "mouse" && pointer.buttons !== 0) {
      // The other mouse button is still down. The chord fires only once, when the first button is released.
      if (press.isChord && !press.isHandled) this.#fire(press, pointer, "chord");
      return;
    }
    if (!press.isHandled) this.#fire(press, pointer, press.isChord ? "chord" : "primary");
    this.cancel();
  }

  cancel() {
    if (this.activePress) this.clearTimer(this.activePress.timer);
    this.activePress = null;
    this.handlers.onPressedCellChange(null);
  }

  /** @param {PointerState} pointer */
  #mouseDown(pointer) {
    const cell = /** @type {Cell} */ (pointer.cell);
    const { swapButtons } = this.handlers.options();
    const isChord = pointer.button === 1 || (pointer.buttons & (LEFT | RIGHT)) === (LEFT | RIGHT);
    const isFlagButton = pointer.button === (swapButtons ? 0 : 2);
    const press = { pointer, isChord, isHandled: false, timer: 0 };
    // Flagging a revealed number has no effect, so a two-button chord can start with the flag button.
    if (isFlagButton && !isChord) {
      press.isHandled = true;
      this.handlers.onPress(cell, "secondary", pointer.type);
    }
    this.#begin(press);
    if (press.isHandled) this.handlers.onPressedCellChange(null);
  }

  /** @param {Press} press */
  #begin(press) {
    if (this.activePress) this.clearTimer(this.activePress.timer);
    this.activePress = press;
    this.handlers.onPressedCellChange(press.pointer.cell);
  }

  /** @param {Press} press */
  #longPress(press) {
    if (this.activePress !== press || press.isHandled) return;
    press.isHandled = true;
    this.handlers.onPressedCellChange(null);
    this.handlers.onLongPress();
    this.handlers.onPress(/** @type {Cell} */ (press.pointer.cell), "secondary", press.pointer.type);
  }

  /** @param {Press} press @param {PointerState} pointer @param {"primary" | "chord"} kind */
  #fire(press, pointer, kind) {
    press.isHandled = true;
    this.handlers.onPressedCellChange(null);
    const cell = press.pointer.cell;
    if (cell && sameCell(cell, pointer.cell)) this.handlers.onPress(cell, kind, pointer.type);
  }
}
