/**
 * Translation of pointer events into presses. This module does not access the DOM.
 *
 * With a mouse, releasing the button reveals the cell under the pointer, so a press can slide to another cell first.
 * Pressing the flag button flags a hidden cell immediately. Pressing the middle button, or the left and right buttons
 * together, chords. On a touch screen, a tap reveals, a long press flags, and a drag pans the board.
 */
/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./board.js").PressKind} PressKind */
/**
 * @typedef {{id: number, type: string, button: number, buttons: number, x: number, y: number,
 *   cell: Cell | null}} PointerState The state of a pointer.
 */
/** @typedef {{pointer: PointerState, kind: PressKind, isHandled: boolean, timer: number}} Press */
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
   *   isRevealed: (cell: Cell) => boolean,
   *   onPress: (cell: Cell, kind: PressKind, type: string) => void,
   *   onHold: (cell: Cell | null, kind: PressKind) => void,
   *   onLongPress: () => void,
   *   setTimer?: (action: () => void, milliseconds: number) => number,
   *   clearTimer?: (handle: number) => void,
   * }} handlers The callbacks of the board widget. `onPress` receives completed presses, and `onHold` receives the
   *   held cell or null.
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
    if (pointer.type === "mouse") return this.#mouseDown(pointer, pointer.cell);
    // A second finger starts a pinch and cancels the press.
    if (this.activePress) return this.cancel();
    /** @type {Press} */
    const press = { pointer, kind: "primary", isHandled: false, timer: 0 };
    press.timer = this.setTimer(() => this.#longPress(press), this.handlers.options().longPress);
    this.#begin(press);
  }

  /** @param {PointerState} pointer */
  move(pointer) {
    const press = this.activePress;
    if (!press || press.isHandled || press.pointer.id !== pointer.id) return;
    if (pointer.type === "mouse") this.#hold(pointer.cell, press.kind);
    else if (Math.hypot(pointer.x - press.pointer.x, pointer.y - press.pointer.y) > TAP_TOLERANCE) this.cancel();
  }

  /** @param {PointerState} pointer */
  up(pointer) {
    const press = this.activePress;
    if (!press || press.pointer.id !== pointer.id) return;
    if (pointer.type === "mouse" && pointer.buttons !== 0) {
      // The other mouse button is still down. The chord fires only once, when the first button is released.
      if (press.kind === "chord" && !press.isHandled) this.#fire(press, pointer);
      return;
    }
    if (!press.isHandled) this.#fire(press, pointer);
    this.cancel();
  }

  cancel() {
    if (this.activePress) this.clearTimer(this.activePress.timer);
    this.activePress = null;
    this.#hold(null);
  }

  /** @param {PointerState} pointer @param {Cell} cell */
  #mouseDown(pointer, cell) {
    const { swapButtons } = this.handlers.options();
    const isChord = pointer.button === 1 || (pointer.buttons & (LEFT | RIGHT)) === (LEFT | RIGHT);
    const isFlagButton = pointer.button === (swapButtons ? 0 : 2);
    /** @type {PressKind} */
    const kind = isChord ? "chord" : isFlagButton ? "secondary" : "primary";
    // On a number, the flag button may start a two-button chord. Only the release of a chord counts as a click.
    const isHandled = kind === "secondary" && !this.handlers.isRevealed(cell);
    this.#begin({ pointer, kind, isHandled, timer: 0 });
    if (isHandled) this.handlers.onPress(cell, kind, pointer.type);
  }

  /** @param {Press} press */
  #begin(press) {
    if (this.activePress) this.clearTimer(this.activePress.timer);
    this.activePress = press;
    this.#hold(press.isHandled ? null : press.pointer.cell, press.kind);
  }

  /** @param {Cell | null} cell @param {PressKind} [kind] */
  #hold(cell, kind = "primary") {
    this.handlers.onHold(kind === "secondary" ? null : cell, kind);
  }

  /** @param {Press} press */
  #longPress(press) {
    if (this.activePress !== press || press.isHandled) return;
    press.isHandled = true;
    this.#hold(null);
    this.handlers.onLongPress();
    this.handlers.onPress(/** @type {Cell} */ (press.pointer.cell), "secondary", press.pointer.type);
  }

  /** @param {Press} press @param {PointerState} pointer at the release */
  #fire(press, pointer) {
    press.isHandled = true;
    const isSamePlace = pointer.type === "mouse" || sameCell(press.pointer.cell, pointer.cell);
    if (pointer.cell && isSamePlace) this.handlers.onPress(pointer.cell, press.kind, pointer.type);
    this.#hold(null);
  }
}
