/** A chart of the number of cells that each of two players has revealed over time. */
import { ticks } from "./charts.js";
import { createSvg } from "./svg.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 150, 36, 8, 10, 24];

/**
 * @param {{at: number, revealed: number}[][]} players The moves of each player.
 * @param {string} title The accessible name of the chart.
 */
export function raceChart(players, title) {
  const end = Math.max(...players.map((moves) => moves.at(-1)?.at ?? 0), 0.001);
  const axis = ticks(Math.max(...players.map((moves) => moves.at(-1)?.revealed ?? 0), 1));
  const max = axis.at(-1) ?? 1;
  const x = (/** @type {number} */ seconds) => LEFT + (seconds / end) * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ cells) => HEIGHT - BOTTOM - (cells / max) * (HEIGHT - TOP - BOTTOM);
  const svg = createSvg("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart race-chart", role: "img", "aria-label": title,
  });
  for (const tick of axis) {
    svg.append(
      createSvg("line", { class: "gridline", x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }),
      createSvg("text", { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }, [String(tick)]),
    );
  }
  svg.append(
    createSvg("text", { x: LEFT, y: HEIGHT - 6 }, ["0 s"]),
    createSvg("text", { x: WIDTH - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, [`${end.toFixed(1)} s`]),
  );
  players.forEach((moves, player) => {
    const steps = moves.map(({ at, revealed }) => `H${x(at).toFixed(1)}V${y(revealed).toFixed(1)}`);
    svg.append(createSvg("path", { class: `line race-line-${player + 1}`, d: `M${x(0)} ${y(0)}${steps.join("")}` }));
  });
  const playhead = createSvg("line", { class: "playhead", x1: x(0), x2: x(0), y1: TOP, y2: HEIGHT - BOTTOM });
  svg.append(playhead);
  const showTime = (/** @type {number} */ seconds) => {
    for (const name of ["x1", "x2"]) playhead.setAttribute(name, x(seconds).toFixed(1));
  };
  return { svg, showTime };
}
