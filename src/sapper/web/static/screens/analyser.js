/**
 * The analyser, which shows a position's odds and best move, or the clue that makes the position
 * inconsistent.
 */
/** @typedef {import("../state/board.js").Cell} Cell */
import { ApiError, ConnectionLost, post } from "../api.js";
import { symbolName } from "../state/announcements.js";
import { toSentence } from "../state/wording.js";
import { sameCell } from "../state/board.js";
import { cellName } from "../state/cell_names.js";
import { EditHistory } from "../state/edit_history.js";
import { errorHighlights } from "../state/highlights.js";
import { describeRisk, formatRisk } from "../state/odds_format.js";
import { BRUSHES, PositionEditor, symbolForKey } from "../state/position_editor.js";
import { PictureReader, isPicture } from "./picture_reader.js";
import { button, copyToClipboard, create, element, input, showError, showMessage, showMetrics } from "./dom.js";

const EXAMPLE = `9x9/10
....1F###
....1####
...11####
...1#####
...11####
111.1####
##1.1####
##212####
#########`;
/** The maximum file size, which matches the limit on the server. The largest position has 10,000 cells. */
const MAX_FILE_BYTES = 45_000;
const ANALYSE_DELAY = 180;

/** The analyser screen. */
export class AnalyserScreen {
  /** @param {import("./board_widget.js").BoardWidget} widget @param {import("./odds_legend.js").OddsLegend} legend */
  constructor(widget, legend) {
    this.widget = widget;
    this.legend = legend;
    this.isShown = false;
    this.editor = PositionEditor.of(EXAMPLE);
    this.brush = "";
    this.history = new EditHistory();
    /** The symbol that the pointer paints while it is dragged, or an empty string if it has not been dragged. */
    this.strokeSymbol = "";
    /** The cell on which the pointer was pressed. @type {Cell | null} */
    this.strokeStart = null;
    this.timer = 0;
    /** The number of the latest request. Responses to earlier requests are ignored. */
    this.latestRequest = 0;
    /** The number of the latest text or file sent to the server. Responses to earlier requests are ignored. */
    this.latestLoad = 0;
    /** @type {import("../state/highlights.js").Hint | null} */
    this.hint = null;
    this.pictures = new PictureReader();
    /** The cells that were read from a picture and may be wrong. @type {Cell[]} */
    this.doubtful = [];
    /** The symbol that a click gives to each doubtful cell, indexed by cell name. @type {Map<string, string>} */
    this.alternatives = new Map();
    this.#createBrushes();
    for (const name of ["width", "height", "mines"]) {
      input(`position-${name}`).addEventListener("change", () => this.#resize());
    }
    element("position-clear").addEventListener("click", () => {
      const { width, height } = this.editor.board;
      this.#replace(new PositionEditor(width, height, this.editor.mines));
    });
    element("position-undo").addEventListener("click", () => this.#restore(this.history.undo(this.editor.toString())));
    element("position-redo").addEventListener("click", () => this.#restore(this.history.redo(this.editor.toString())));
    element("position-copy").addEventListener("click", () =>
      void copyToClipboard(this.editor.toString(), "Position copied."));
    element("position-link").addEventListener("click", () =>
      void copyToClipboard(`${location.origin}/#/analyse/${this.editor.toLink()}`, "Link copied."));
    element("position-load").addEventListener("click", () =>
      void this.load(input("position-text").value).catch(showError));
    element("explain-best-move").addEventListener("click", () => this.#explainBestMove());
    input("position-file").addEventListener("change", () =>
      void this.#loadFile(input("position-file").files?.[0]).catch(showError));
    for (const name of ["picture-file", "photo-file"]) {
      input(name).addEventListener("change", () => void this.#loadFile(input(name).files?.[0]).catch(showError));
    }
    this.#listenToDropAndPaste();
    this.#listenToStrokes();
    addEventListener("keydown", (event) => this.#handleUndoKey(event));
  }

  #createBrushes() {
    const buttons = ["", ...BRUSHES].map((symbol) => {
      const name = symbol ? symbolName(symbol) : "Cycle";
      return create("button", {
        type: "button",
        role: "radio",
        title: symbol ? name : "Each click paints the next symbol",
        "aria-label": name,
        "data-symbol": symbol,
        "aria-checked": symbol === this.brush,
        onclick: () => {
          this.brush = symbol;
          for (const each of buttons) each.ariaChecked = String(each.dataset.symbol === symbol);
          this.#refreshTouch();
        },
      }, [symbol === "F" ? "⚑" : symbol || "↻"]);
    });
    element("brushes").replaceChildren(...buttons);
  }

  #listenToDropAndPaste() {
    const dropZone = element("game-layout");
    dropZone.addEventListener("dragover", (event) => {
      if (this.isShown) event.preventDefault();
    });
    dropZone.addEventListener("drop", (event) => {
      if (!this.isShown) return;
      event.preventDefault();
      const text = event.dataTransfer?.getData("text/plain");
      if (text) void this.load(text).catch(showError);
      else void this.#loadFile(event.dataTransfer?.files[0]).catch(showError);
    });
    addEventListener("paste", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (!this.isShown || target.matches("textarea, input")) return;
      const text = event.clipboardData?.getData("text/plain");
      if (text) void this.load(text).catch(showError);
      else void this.#loadFile(event.clipboardData?.files[0]).catch(showError);
    });
  }

  /**
   * Paints every cell under the pointer while it is dragged. On a touch screen, dragging paints only if a brush is
   * selected.
   */
  #listenToStrokes() {
    const { scroller, view } = this.widget;
    scroller.addEventListener("pointerdown", (event) => {
      this.strokeSymbol = "";
      this.strokeStart = this.isShown && event.button === 0 ? view.cellAtPoint(event.clientX, event.clientY) : null;
    });
    scroller.addEventListener("pointermove", (event) => {
      if (!this.strokeStart || event.buttons !== 1) return;
      if (event.pointerType === "touch" && !this.brush) return;
      const cell = view.cellAtPoint(event.clientX, event.clientY);
      if (!cell || (!this.strokeSymbol && sameCell(cell, this.strokeStart))) return;
      if (!this.strokeSymbol) {
        this.history.record(this.editor.toString());
        this.strokeSymbol = this.brush || this.editor.nextSymbol(this.strokeStart);
        this.#paint(this.strokeStart, this.strokeSymbol);
      }
      this.#paint(cell, this.strokeSymbol);
    });
    for (const name of ["pointerup", "pointercancel"]) {
      scroller.addEventListener(name, () => (this.strokeStart = null));
    }
  }

  /** On a touch screen, dragging pans the board unless a brush is selected. */
  #refreshTouch() {
    this.widget.scroller.classList.toggle("is-painting", this.isShown && this.brush !== "");
  }

  /** @param {KeyboardEvent} event */
  #handleUndoKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!this.isShown || !(event.ctrlKey || event.metaKey) || target.matches("textarea, input")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    const isRedo = key === "y" || event.shiftKey;
    const current = this.editor.toString();
    this.#restore(isRedo ? this.history.redo(current) : this.history.undo(current));
  }

  /** Replaces the position with one from the undo history. @param {string | null} text */
  #restore(text) {
    if (text !== null) this.edit(PositionEditor.of(text));
  }

  /** @param {string} link a position from the URL, or an empty string */
  show(link) {
    this.isShown = true;
    this.#refreshTouch();
    this.edit(this.editor);
    if (link) void this.load(PositionEditor.textOfLink(link)).catch(showError);
  }

  hide() {
    this.isShown = false;
    this.#refreshTouch();
    this.latestRequest++;
    clearTimeout(this.timer);
    this.legend.hide();
  }

  /** @param {string} text */
  load(text) {
    return this.#loadBytes(new TextEncoder().encode(text));
  }

  /** Shows an error in place of the position's statistics. @param {string} message */
  #showInputError(message) {
    ++this.latestRequest;
    clearTimeout(this.timer);
    this.#clearFigures();
    showMessage("analyser-text", message, { isError: true });
  }

  #clearFigures() {
    this.legend.hide();
    this.widget.view.setHighlights(this.doubtful.flatMap(errorHighlights));
    element("explain-best-move").hidden = true;
    showMetrics(element("analyser-metrics"), []);
  }

  /** @param {File | undefined} file */
  async #loadFile(file) {
    if (!file) return;
    for (const name of ["position-file", "picture-file", "photo-file"]) if (input(name).value) input(name).value = "";
    if (isPicture(file)) return this.#loadPicture(file);
    this.pictures.hide();
    await this.#loadBytes(new Uint8Array(await file.arrayBuffer()));
  }

  /** Sends a picture to the server, which recognises the position. @param {File} file */
  async #loadPicture(file) {
    const request = ++this.latestLoad;
    try {
      const { position, doubtful, alternatives } = await this.pictures.read(file);
      if (!this.isShown || request !== this.latestLoad) return;
      this.#replace(PositionEditor.of(position));
      this.doubtful = doubtful;
      this.alternatives = new Map(doubtful.map((cell, index) => [cellName(cell), (alternatives[index] ?? "#").replace("X", "F")]));
      this.widget.view.setHighlights(doubtful.flatMap(errorHighlights));
    } catch (error) {
      if (error instanceof ConnectionLost) throw error;
      const { message, hint = "" } = /** @type {ApiError} */ (error);
      if (request === this.latestLoad) this.#showInputError(`${toSentence(message)} ${hint && toSentence(hint)}`.trim());
    }
  }

  /** Sends a file or text to the server, which parses the position. @param {Uint8Array} bytes */
  async #loadBytes(bytes) {
    if (bytes.length > MAX_FILE_BYTES) return this.#showInputError("This file is too large.");
    const request = ++this.latestLoad;
    try {
      const { position } = await post("/convert", { base64: btoa(String.fromCharCode(...bytes)) });
      if (this.isShown && request === this.latestLoad) this.#replace(PositionEditor.of(position));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (request === this.latestLoad) this.#showInputError(`${toSentence(error.message)} ${error.hint ?? ""}`.trim());
    }
  }

  /** Replaces the position and records the change as one undo step. @param {PositionEditor} editor */
  #replace(editor) {
    const current = this.editor.toString();
    if (editor.toString() !== current) this.history.record(current);
    this.doubtful = [];
    this.edit(editor);
  }

  /** @param {PositionEditor} editor */
  edit(editor) {
    this.editor = editor;
    this.widget.attach(editor.board, {
      onPress: (cell, kind) => this.#press(cell, kind),
      onKey: (key, cell) => this.#handleKey(key, cell),
    });
    this.#onChange();
  }

  /** @param {Cell} cell @param {import("../state/board.js").PressKind} kind */
  #press(cell, kind) {
    // If the press ends a stroke, the stroke has already painted the cell.
    if (this.strokeSymbol && kind === "primary") return;
    const symbol = this.editor.board.symbolAt(cell);
    if (kind === "secondary") this.#paintOnce(cell, symbol === "F" ? "#" : "F");
    else if (this.brush) this.#paintOnce(cell, symbol === this.brush ? "#" : this.brush);
    else this.#paintOnce(cell, this.#alternativeAt(cell) ?? this.editor.nextSymbol(cell, kind === "chord" ? -1 : 1));
  }

  /** Returns the second most probable symbol of a doubtful cell. @param {Cell} cell */
  #alternativeAt(cell) {
    const symbol = this.alternatives.get(cellName(cell));
    const isDoubtful = this.doubtful.some((each) => sameCell(each, cell));
    return isDoubtful && symbol !== this.editor.board.symbolAt(cell) ? symbol : undefined;
  }

  /** Paints a cell and records the change as one undo step. @param {Cell} cell @param {string} symbol */
  #paintOnce(cell, symbol) {
    if (this.editor.board.symbolAt(cell) === symbol) return;
    this.history.record(this.editor.toString());
    this.#paint(cell, symbol);
  }

  /** @param {Cell} cell @param {string} symbol */
  #paint(cell, symbol) {
    this.doubtful = this.doubtful.filter((each) => !sameCell(each, cell));
    if (this.editor.paint(cell, symbol)) this.#onChange([this.editor.board.indexOf(cell)]);
  }

  /** @param {string} key @param {Cell} cell @returns {boolean} true if the key was handled */
  #handleKey(key, cell) {
    const symbol = symbolForKey(key);
    if (!symbol) return false;
    this.#paintOnce(cell, symbol);
    return true;
  }

  #resize() {
    const value = (/** @type {string} */ name) => input(`position-${name}`).valueAsNumber;
    const [width, height, mines] = [value("width"), value("height"), value("mines")];
    const isInRange = (/** @type {number} */ number, /** @type {number} */ min, /** @type {number} */ max) =>
      Number.isInteger(number) && number >= min && number <= max;
    if (!isInRange(width, 1, 100) || !isInRange(height, 1, 100)) {
      return this.#showInputError("Width and height must be whole numbers between 1 and 100.");
    }
    if (!isInRange(mines, 0, width * height)) {
      return this.#showInputError(`The mine count must be a whole number between 0 and ${width * height}.`);
    }
    const resized = this.editor.resized(width, height);
    resized.mines = mines;
    this.#replace(resized);
  }

  /**
   * Updates the form, the URL and the view, and schedules an analysis.
   *
   * @param {number[] | null} [indices] The indices of the changed cells, or null for all cells.
   */
  #onChange(indices = null) {
    const { editor, widget } = this;
    input("position-width").valueAsNumber = editor.board.width;
    input("position-height").valueAsNumber = editor.board.height;
    input("position-mines").valueAsNumber = editor.mines;
    input("position-text").value = editor.toString();
    history.replaceState(null, "", `#/analyse/${editor.toLink()}`);
    if (indices) for (const index of indices) this.legend.odds?.forget(index);
    button("position-undo").disabled = !this.history.earlier.length;
    button("position-redo").disabled = !this.history.later.length;
    widget.view.invalidate(indices);
    widget.updateAccessibleCells();
    ++this.latestRequest;
    clearTimeout(this.timer);
    this.timer = Number(setTimeout(() => void this.#analyse().catch(showError), ANALYSE_DELAY));
  }

  async #analyse() {
    const request = ++this.latestRequest;
    const { editor, widget } = this;
    const isCurrent = () => request === this.latestRequest && this.isShown;
    try {
      const answer = await post("/analyse", { position: editor.toString() });
      if (isCurrent()) this.#showAnalysis(answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isCurrent()) return;
      this.#clearFigures();
      widget.view.setHighlights(errorHighlights(error.cell));
      showMessage("analyser-text", toSentence(error.message), { isError: true, note: error.hint });
    }
  }

  /** @param {any} answer */
  #showAnalysis(answer) {
    const { editor, widget } = this;
    const { best, mine_probability: probabilities } = answer;
    this.legend.show(editor.board, answer);
    element("odds-summary").textContent = "";
    /** @type {import("../state/highlights.js").Highlight[]} */
    const highlights = this.doubtful.flatMap(errorHighlights);
    if (best) highlights.unshift({ kind: "better", cell: best });
    widget.view.setHighlights(highlights);
    this.hint = answer.hint;
    element("explain-best-move").hidden = !this.hint;
    const text = best
      ? `Best move: ${cellName(best)} (${describeRisk(probabilities[best[0]][best[1]])}).`
      : "There are no cells left to reveal.";
    const note = answer.exact ? "" : "The odds are estimates because there are too many possible layouts to count.";
    showMessage("analyser-text", text, { note });
    /** @type {[string, string][]} */
    const metrics = [
      ["Safe cells", String(answer.safe.length)],
      ["Known mines", String(answer.mines_known.length)],
      ["Layouts", formatLayouts(answer)],
    ];
    if (typeof answer.rollouts?.win_probability === "number") {
      metrics.push(["Win chance", formatWinChance(answer.rollouts)]);
    }
    showMetrics(element("analyser-metrics"), metrics);
  }

  #explainBestMove() {
    if (!this.hint) return;
    this.legend.hide();
    this.widget.view.setHighlights(this.hint.highlights);
    showMessage("analyser-text", this.hint.text);
  }
}

/**
 * Formats a win probability. Estimates from rollouts are formatted as a range.
 *
 * @param {{win_probability: number, interval: [number, number], exact: boolean}} estimate The estimated win
 *   probability with its interval.
 */
function formatWinChance({ win_probability: probability, interval: [low, high], exact }) {
  if (exact) return formatRisk(probability);
  const percent = (/** @type {number} */ value) => String(Math.round(100 * value));
  return percent(low) === percent(high) ? `about ${percent(probability)}%` : `${percent(low)}–${percent(high)}%`;
}

/** @param {{layouts: number | null, log_layouts?: number}} answer @returns {string} such as `1,234` or `1.5 × 10⁹` */
function formatLayouts({ layouts, log_layouts: log }) {
  if (typeof layouts === "number" && layouts < 1e6) return layouts.toLocaleString("en");
  if (typeof log !== "number") return "–";
  const digits = log / Math.LN10;
  const exponent = String(Math.floor(digits)).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? "");
  return `${(10 ** (digits % 1)).toFixed(1)} × 10${exponent}`;
}
