/** The puzzle part of the statistics page: the rating chart, the progress in each theme and the best rush scores. */
import { get } from "../api.js";
import { lineChart, ticksAround } from "../draw/charts.js";
import { create, element } from "./dom.js";

const TICK_STEP = 100;
const MAX_ROWS = 20;

/** @typedef {{name: string, ladder: number, ladder_solved: number}} Theme */

const formatDate = (/** @type {number} */ seconds) => new Date(seconds * 1000).toLocaleString();

export async function showPuzzleStatistics() {
  const progress = await get("/puzzles/progress");
  element("stats-puzzles").replaceChildren(
    ratingCard(progress.history, progress.rating, progress.deviation),
    rushCard(progress.rush_scores),
    themeCard(progress.themes),
  );
}

/** @param {string} title @param {(Node | string)[]} children */
const card = (title, children) => create("section", { class: "card" }, [create("h2", {}, [title]), ...children]);

/** @param {string[]} headers @param {(string | number)[][]} rows @param {string} label */
function table(headers, rows, label) {
  const cells = (/** @type {string} */ tag, /** @type {(string | number)[]} */ values) =>
    create("tr", {}, values.map((value) => create(tag, {}, [String(value)])));
  const content = create("table", {}, [
    create("thead", {}, [cells("th", headers)]), create("tbody", {}, rows.map((row) => cells("td", row)))]);
  return create("div", { class: "table-scroll", tabIndex: 0, role: "region", "aria-label": label }, [content]);
}

/** @param {[number, number][]} history @param {number} rating @param {number} deviation */
function ratingCard(history, rating, deviation) {
  const title = `Rating ${Math.round(rating)} ± ${Math.round(deviation)}`;
  if (!history.length) return card(title, [create("p", { class: "note" }, ["Play a rated puzzle to see your rating chart."])]);
  const values = history.map(([, value]) => Math.round(value));
  const rows = history.slice(-MAX_ROWS).reverse().map(([time, value]) => [formatDate(time), Math.round(value)]);
  return card(title, [
    lineChart({ title: `Puzzle rating after each of ${values.length} attempts`, values, axis: ticksAround(values, TICK_STEP) }),
    create("details", {}, [create("summary", {}, ["Show as a table"]),
      table(["Time", "Rating"], rows, "Latest ratings")]),
  ]);
}

/** @param {[number, number][]} runs */
function rushCard(runs) {
  if (!runs.length) return card("Best rush scores", [create("a", { class: "text-link", href: "#/rush" }, ["Play rush"])]);
  return card("Best rush scores", [
    table(["Score", "Time"], runs.map(([time, score]) => [score, formatDate(time)]), "Best rush scores")]);
}

/** @param {Theme[]} themes */
function themeCard(themes) {
  const rows = themes.map(({ name, ladder, ladder_solved: solved }) => [name, `${solved} of ${ladder}`]);
  return card("Themes", [table(["Theme", "Solved"], rows, "Progress by theme")]);
}
