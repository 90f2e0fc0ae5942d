/**
 * From pointers to presses: headless, so that every way of pressing can be tested.
 *
 * A mouse reveals when the button goes up in the cell where it went down, and flags when it goes
 * down. Both buttons together, or the middle one, chord. A finger reveals when it is lifted and
 * flags when it stays; moving it pans the board and presses nothing.
 *
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {{id: number, type: string, button: number, buttons: number, x: number, y: number,
 *   cell: Cell | null}} Point
 */
import { sameCell } from "./board.js";

const SLIP = 12;
const LEFT = 1;
const RIGHT = 2;

/** One board's pointers. */
export class Presses {
  /**
   * @param {{
   *   options: () => {swapButtons: boolean, longPress: number},
   *   press: (cell: Cell, kind: "primary" | "secondary" | "chord", type: string) => void,
   *   hold: (cell: Cell | null) => void,
   *   felt: () => void,
   *   schedule?: (action: () => void, milliseconds: number) => number,
   *   cancel?: (handle: number) => void,
   * }} wiring
   */
  constructor(wiring) {
    this.wiring = wiring;
    this.schedule = wiring.schedule ?? ((action, ms) => Number(setTimeout(action, ms)));
    this.cancelTimer = wiring.cancel ?? ((handle) => clearTimeout(handle));
    /** @type {{point: Point, both: boolean, spent: boolean, timer: number} | null} */
    this.held = null;
  }

  /** @param {Point} point */
  down(point) {
    if (!point.cell) return;
    if (point.type === "mouse") return this.#mouseDown(point);
    if (this.held) return this.cancel(); // a second finger zooms
    const held = { point, both: false, spent: false, timer: 0 };
    held.timer = this.schedule(() => this.#longPress(held), this.wiring.options().longPress);
    this.#hold(held);
  }

  /** @param {Point} point */
  move(point) {
    const held = this.held;
    if (!held || held.spent || held.point.id !== point.id) return;
    if (point.type === "mouse") {
      this.wiring.hold(sameCell(point.cell, held.point.cell) ? held.point.cell : null);
    } else if (Math.hypot(point.x - held.point.x, point.y - held.point.y) > SLIP) {
      this.cancel();
    }
  }

  /** @param {Point} point */
  up(point) {
    const held = this.held;
    if (!held || held.point.id !== point.id) return;
    if (point.type === "mouse" && point.buttons !== 0) {
      // One of two buttons: the chord happens once, when the first is let go.
      if (held.both && !held.spent) this.#fire(held, point, "chord");
      return;
    }
    if (!held.spent) this.#fire(held, point, held.both ? "chord" : "primary");
    this.cancel();
  }

  cancel() {
    if (this.held) this.cancelTimer(this.held.timer);
    this.held = null;
    this.wiring.hold(null);
  }

  /** @param {Point} point */
  #mouseDown(point) {
    const cell = /** @type {Cell} */ (point.cell);
    const swapped = this.wiring.options().swapButtons;
    const both = point.button === 1 || (point.buttons & (LEFT | RIGHT)) === (LEFT | RIGHT);
    const flags = point.button === (swapped ? 0 : 2);
    const held = { point, both, spent: false, timer: 0 };
    // A number has no flag to set, so this does nothing before a chord with both buttons.
    if (flags && !both) {
      held.spent = true;
      this.wiring.press(cell, "secondary", point.type);
    }
    this.#hold(held);
    if (held.spent) this.wiring.hold(null);
  }

  /** @param {{point: Point, both: boolean, spent: boolean, timer: number}} held */
  #hold(held) {
    if (this.held) this.cancelTimer(this.held.timer);
    this.held = held;
    this.wiring.hold(held.point.cell);
  }

  /** @param {{point: Point, both: boolean, spent: boolean, timer: number}} held */
  #longPress(held) {
    if (this.held !== held || held.spent) return;
    held.spent = true;
    this.wiring.hold(null);
    this.wiring.felt();
    this.wiring.press(/** @type {Cell} */ (held.point.cell), "secondary", held.point.type);
  }

  /**
   * @param {{point: Point, spent: boolean}} held @param {Point} point
   * @param {"primary" | "chord"} kind
   */
  #fire(held, point, kind) {
    held.spent = true;
    this.wiring.hold(null);
    const cell = held.point.cell;
    if (cell && sameCell(cell, point.cell)) this.wiring.press(cell, kind, point.type);
  }
}
