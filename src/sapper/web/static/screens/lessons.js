/** The Learn screens: the list of lessons, and one lesson with its boards. */
/** @typedef {import("../state/board.js").Cell} Cell */
/** @typedef {{id: string, title: string, summary: string, step_count: number, completed: number[]}} LessonSummary */
import { get, post } from "../api.js";
import { Board, moveForPress } from "../state/board.js";
import { LessonProgress } from "../state/lesson_progress.js";
import { announce, basicMoves, create, element, hideToast, linkCellNames, showError, showMessage } from "./dom.js";

/** Shows the list of lessons with the player's progress. */
export async function showLessonList() {
  const { lessons } = /** @type {{lessons: LessonSummary[]}} */ (await get("/lessons"));
  const next = lessons.find((lesson) => lesson.completed.length < lesson.step_count);
  element("lesson-list").replaceChildren(...lessons.map((lesson, index) => {
    const done = lesson.completed.length;
    const isDone = done === lesson.step_count;
    const link = create("a", { href: `#/learn/${lesson.id}` }, [lesson.title]);
    if (lesson === next) link.className = "next-lesson";
    return create("li", { class: "lesson-card", "data-done": String(isDone) }, [
      create("span", { class: "lesson-number", "aria-hidden": "true" }, [isDone ? "✓" : String(index + 1)]),
      create("div", {}, [
        create("h3", {}, [link]),
        create("p", {}, [lesson.summary]),
        create("p", { class: "note" }, [isDone ? "Completed" : `${done} of ${lesson.step_count} steps`]),
      ]),
    ]);
  }));
  const count = lessons.filter((lesson) => lesson.completed.length === lesson.step_count).length;
  element("lessons-summary").textContent = count
    ? `You have completed ${count} of ${lessons.length} lessons.`
    : "Short lessons with playable boards. Every answer is explained.";
}

/** The screen of one lesson. */
export class LessonScreen {
  /** @param {import("./board_widget.js").BoardWidget} widget @param {import("./settings.js").Settings} settings */
  constructor(widget, settings) {
    this.widget = widget;
    this.settings = settings;
    this.isShown = false;
    /** @type {any} */
    this.lesson = null;
    this.progress = new LessonProgress(0);
    this.board = new Board(1, 1);
    /** Attempts are sent one at a time, because each depends on the moves made before it. */
    this.lastAttempt = Promise.resolve();
    element("lesson-restart").addEventListener("click", () => this.#showStep());
    element("lesson-next").addEventListener("click", () => this.#continue());
  }

  /** @param {string} id */
  async show(id) {
    this.isShown = true;
    const [lesson, { lessons }] = await Promise.all([get(`/lessons/${encodeURIComponent(id)}`), get("/lessons")]);
    if (!this.isShown) return;
    this.lesson = lesson;
    const position = lessons.findIndex((/** @type {LessonSummary} */ each) => each.id === id);
    this.nextLesson = /** @type {LessonSummary | undefined} */ (lessons[position + 1]);
    this.progress = new LessonProgress(lesson.steps.length, lessons[position]?.completed);
    element("lesson-title").textContent = lesson.title;
    this.#showStep();
  }

  hide() {
    this.isShown = false;
    this.lesson = null;
  }

  #showStep() {
    const { progress } = this;
    const step = this.lesson.steps[progress.step - 1];
    progress.restart();
    this.board = new Board(step.width, step.height);
    this.board.applyRows(step.rows);
    this.widget.attach(this.board, { onPress: (cell, kind) => this.#press(cell, kind) });
    this.widget.view.setHighlights([]);
    element("lesson-heading").textContent = step.heading;
    element("lesson-text").replaceChildren(
      ...step.text.split("\n").map((/** @type {string} */ paragraph) => create("p", {}, linkCellNames(paragraph))));
    element("lesson-mines").textContent = `Mines left: ${step.mines_left}`;
    element("lesson-help").textContent = basicMoves();
    showMessage("lesson-feedback", "");
    this.#showProgress();
    this.widget.scroller.focus({ preventScroll: true });
    announce(`${step.heading}. ${step.text}`);
  }

  #showProgress() {
    const { progress, lesson } = this;
    element("lesson-steps").replaceChildren(...lesson.steps.map((/** @type {any} */ step, /** @type {number} */ index) => {
      const number = index + 1;
      const label = `Step ${number}: ${step.heading}${progress.isCompleted(number) ? ", completed" : ""}`;
      const button = create("button", { "aria-label": label, title: step.heading }, [String(number)]);
      button.dataset.done = String(progress.isCompleted(number));
      if (number === progress.step) button.ariaCurrent = "step";
      button.addEventListener("click", () => {
        progress.step = number;
        this.#showStep();
      });
      return button;
    }));
    const isLast = progress.step === lesson.steps.length;
    const next = element("lesson-next");
    next.classList.toggle("primary", progress.isStepDone);
    next.textContent = !progress.isStepDone ? "Skip" : !isLast ? "Next step" : this.nextLesson ? "Next lesson" : "Finish";
  }

  #continue() {
    if (this.progress.advance()) this.#showStep();
    else location.hash = this.nextLesson ? `#/learn/${this.nextLesson.id}` : "#/learn";
  }

  /** @param {Cell} cell @param {import("../state/board.js").PressKind} kind */
  #press(cell, kind) {
    const move = moveForPress(this.board, cell, kind, { chordOnClick: this.settings.current.chordOnClick });
    if (!move || this.progress.isStepDone) return;
    this.lastAttempt = this.lastAttempt.then(() => this.#attempt(move)).catch(showError);
  }

  /** @param {{kind: string, cell: Cell}} move */
  async #attempt(move) {
    const { progress, lesson, board } = this;
    const step = progress.step;
    if (progress.isStepDone) return;
    const answer = await post(`/lessons/${encodeURIComponent(lesson.id)}/steps/${step}`,
      { moves: [...progress.moves, move] });
    // The player has opened another step or restarted this one.
    if (board !== this.board) return;
    hideToast();
    const { feedback } = answer;
    progress.record(move, { isMade: feedback.is_made, isDone: answer.is_done });
    const previousCodes = board.codes;
    this.widget.view.invalidate(board.applyRows(answer.rows), { previousCodes, origin: move.cell });
    this.widget.view.setHighlights(feedback.highlights);
    this.widget.updateAccessibleCells();
    element("lesson-mines").textContent = `Mines left: ${answer.mines_left}`;
    const text = answer.success ? `${feedback.text}\n${answer.success}` : feedback.text;
    showMessage("lesson-feedback", text, { isError: feedback.kind === "wrong" });
    announce(text);
    this.#showProgress();
    if (progress.isStepDone) element("lesson-next").focus({ preventScroll: true });
  }
}
