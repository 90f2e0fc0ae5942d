/** The statistics page, with a table of levels and charts for the selected level. */
import { get } from "../api.js";
import { barChart, lineChart, movingMean } from "../draw/charts.js";
import { levelName } from "../state/level_names.js";
import { formatPercent } from "../state/odds_format.js";
import { create, element } from "./dom.js";
import { showPuzzleStatistics } from "./puzzle_statistics.js";

const WIN_RATE_WINDOW = 20;
const TREND_WINDOW = 10;
const PROGRESS_BINS = ["0–20%", "20–40%", "40–60%", "60–80%", "80–100%"];
const TABLE_HEADERS = ["Level", "Games", "Wins", "Win rate", "Best time", "Mean time", "Best 3BV/s", "IOE",
  "Streak", "Best streak"];

/** @type {any} */
let statistics = null;
let showAssisted = false;
let selectedLevel = "";

export async function showStatistics() {
  [statistics] = await Promise.all([get("/stats"), showPuzzleStatistics()]);
  render();
}

/** @param {string} label @param {boolean} isSelected @param {() => void} select changes what is shown */
function toggleButton(label, isSelected, select) {
  const onclick = () => {
    select();
    render();
  };
  return create("button", { class: "toggle", type: "button", "aria-pressed": isSelected, onclick }, [label]);
}

function render() {
  element("stats-filter").replaceChildren(
    toggleButton("Unassisted", !showAssisted, () => (showAssisted = false)),
    toggleButton("Assisted", showAssisted, () => (showAssisted = true)),
  );
  const rows = /** @type {any[]} */ (statistics.levels).filter((level) => Boolean(level.assisted) === showAssisted);
  if (!rows.length) {
    element("stats-body").replaceChildren(create("div", { class: "empty-state full-width" }, [
      create("p", {}, [emptyText()]), create("a", { class: "button primary", href: "#/" }, ["Play a game"]),
    ]));
    return;
  }
  if (!rows.some((row) => row.level === selectedLevel)) selectedLevel = rows[0].level;
  const row = rows.find(({ level }) => level === selectedLevel);
  element("stats-body").replaceChildren(levelTable(rows), ...levelCharts(row));
}

function emptyText() {
  const [shown, other] = showAssisted ? ["assisted", "unassisted"] : ["unassisted", "assisted"];
  const next = statistics.levels.length
    ? `Select “${other[0]?.toUpperCase()}${other.slice(1)}” to see your ${other} games.`
    : "Finish a game to see it here.";
  return `You have not finished any ${shown} games yet. ${next}`;
}

const formatNumber = (/** @type {unknown} */ value, digits = 1) =>
  typeof value === "number" ? value.toFixed(digits) : "–";

/** @param {any[]} rows */
function levelTable(rows) {
  const body = rows.map((row) => {
    const name = toggleButton(levelName(row.level), row.level === selectedLevel, () => (selectedLevel = row.level));
    const values = [row.games, row.wins, formatPercent(row.win_rate), formatNumber(row.best_seconds, 3),
      formatNumber(row.mean_seconds, 2), formatNumber(row.best_three_bv_per_second, 2),
      formatPercent(row.mean_ioe), row.streak, row.best_streak];
    const cells = values.map((value) => create("td", {}, [String(value ?? "–")]));
    return create("tr", {}, [create("td", {}, [name]), ...cells]);
  });
  const headers = TABLE_HEADERS.map((header) => create("th", { scope: "col" }, [header]));
  const table = create("table", {}, [
    create("thead", {}, [create("tr", {}, headers)]),
    create("tbody", {}, body),
  ]);
  const scroller = { class: "table-scroll", tabIndex: 0, role: "region", "aria-label": "Statistics by level" };
  return create("section", { class: "card full-width" }, [create("div", scroller, [table])]);
}

/** @param {string} title @param {Node} chart */
const chartCard = (title, chart) => create("section", { class: "card" }, [create("h2", {}, [title]), chart]);

/** @param {any} row */
function levelCharts(row) {
  /** @type {any[]} */
  const games = row.series;
  const won = games.filter((game) => game.won);
  const cards = [];
  if (games.length > 1) {
    const values = movingMean(games.map((game) => (game.won ? 1 : 0)), WIN_RATE_WINDOW);
    const title = `Win rate over ${games.length} games at ${levelName(row.level)}`;
    cards.push(chartCard(`Win rate (last ${WIN_RATE_WINDOW} games)`,
      lineChart({ title, values, max: 1, format: formatPercent })));
  }
  if (won.length > 1) {
    const times = won.map((game) => game.seconds);
    const title = `Times of ${won.length} wins, in seconds`;
    cards.push(chartCard("Winning times (seconds)",
      lineChart({ title, values: times, mean: movingMean(times, TREND_WINDOW) })));
    const speeds = won.map((game) => game.three_bv_per_second ?? 0);
    cards.push(chartCard("3BV per second",
      lineChart({ title: "3BV per second for all wins", values: speeds, mean: movingMean(speeds, TREND_WINDOW) })));
  }
  if (games.length) {
    const bars = PROGRESS_BINS.map((label) => ({ label, value: 0 }));
    for (const game of games) {
      const bar = bars[Math.min(4, Math.floor((game.won ? 1 : game.solved) * 5))];
      if (bar) bar.value++;
    }
    cards.push(chartCard("Board solved when the game ended",
      barChart({ title: "Number of games by share of the board solved", bars })));
  }
  return cards;
}
