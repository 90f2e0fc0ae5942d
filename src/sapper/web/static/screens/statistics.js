/** The statistics page: a table of levels, and plots of the chosen one. */
import { get } from "../api.js";
import { barPlot, linePlot, movingMean } from "../draw/charts.js";
import { element, make } from "./dom.js";

/** @type {any} */
let answer = null;
let withHelp = false;
let chosen = "";

export async function showStatistics() {
  answer = await get("/stats");
  draw();
}

function levels() {
  return /** @type {any[]} */ (answer.levels).filter((level) => Boolean(level.assisted) === withHelp);
}

function draw() {
  const filter = [false, true].map((help) => {
    const button = make("button", { class: "toggle", type: "button", "aria-pressed": String(help === withHelp) }, [help ? "With help" : "Without help"]);
    button.addEventListener("click", () => {
      withHelp = help;
      draw();
    });
    return button;
  });
  element("stats-filter").replaceChildren(...filter);
  const rows = levels();
  if (!rows.length) {
    const words = `No finished game ${withHelp ? "with" : "without"} help yet. `;
    const next = answer.levels.length
      ? `Games ${withHelp ? "without" : "with"} help are counted under “${withHelp ? "Without help" : "With help"}”.`
      : "Play one, and it is counted here.";
    element("stats-body").replaceChildren(make("p", { class: "empty-state full-width" }, [words + next]));
    return;
  }
  if (!rows.some((row) => row.level === chosen)) chosen = rows[0].level;
  const row = rows.find(({ level }) => level === chosen);
  element("stats-body").replaceChildren(table(rows), ...plots(row));
}

const number = (/** @type {unknown} */ value, digits = 1) => (typeof value === "number" ? value.toFixed(digits) : "–");
const percent = (/** @type {unknown} */ value) => (typeof value === "number" ? `${Math.round(value * 100)}%` : "–");

/** @param {any[]} rows */
function table(rows) {
  const heads = ["Level", "Games", "Won", "Win rate", "Best time", "Mean time", "Best 3BV/s", "Efficiency", "Streak", "Best streak"];
  const body = rows.map((row) => {
    const name = make("button", { class: "toggle", type: "button", "aria-pressed": String(row.level === chosen) }, [row.level]);
    name.addEventListener("click", () => {
      chosen = row.level;
      draw();
    });
    const cells = [row.games, row.wins, percent(row.win_rate), number(row.best_seconds), number(row.mean_seconds),
      number(row.best_three_bv_per_second, 2), percent(row.mean_efficiency ?? row.efficiency), row.streak, row.best_streak];
    return make("tr", {}, [make("td", {}, [name]), ...cells.map((cell) => make("td", {}, [String(cell ?? "–")]))]);
  });
  return make("section", { class: "card full-width" }, [make("div", { class: "table-scroll", tabIndex: 0, role: "region", "aria-label": "All levels" }, [
    make("table", {}, [make("thead", {}, [make("tr", {}, heads.map((head) => make("th", { scope: "col" }, [head])))]), make("tbody", {}, body)])])]);
}

/** @param {string} title @param {Node} plot */
const card = (title, plot) => make("section", { class: "card" }, [make("h2", {}, [title]), plot]);

/** @param {any} row */
function plots(row) {
  /** @type {any[]} */
  const series = row.series ?? [];
  const won = series.filter((game) => game.won);
  const made = [];
  if (series.length > 1) {
    const rate = movingMean(series.map((game) => (game.won ? 1 : 0)), 20);
    made.push(card("Win rate, last 20 games", linePlot({ title: `Win rate of ${row.level} over ${series.length} games`, values: rate, most: 1, write: (value) => `${Math.round(value * 100)}%` })));
  }
  if (won.length > 1) {
    const times = won.map((game) => game.seconds);
    made.push(card("Seconds of games won", linePlot({ title: `Seconds of ${won.length} games won`, values: times, mean: movingMean(times, 10) })));
    const speeds = won.map((game) => game.three_bv_per_second ?? 0);
    made.push(card("3BV per second", linePlot({ title: "3BV per second of games won", values: speeds, mean: movingMean(speeds, 10) })));
  }
  if (series.length) {
    const bins = new Map([["0–20%", 0], ["–40%", 0], ["–60%", 0], ["–80%", 0], ["–100%", 0]]);
    const names = [...bins.keys()];
    for (const game of series) {
      const solved = game.won ? 1 : (game.solved ?? 0);
      const name = names[Math.min(4, Math.floor(solved * 5))] ?? "";
      bins.set(name, (bins.get(name) ?? 0) + 1);
    }
    made.push(card("How far games went", barPlot({ title: "Games by the part of the board that was solved", bars: [...bins].map(([label, value]) => ({ label, value })) })));
  }
  return made;
}
