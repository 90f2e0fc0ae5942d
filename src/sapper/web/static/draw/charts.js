/** Line and bar charts, drawn as SVG without a charting library. */
import { createSvg } from "./svg.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [400, 170, 40, 24, 10];

/**
 * Returns evenly spaced, round axis ticks from 0 to at least the maximum.
 *
 * @param {number} max The maximum value to display.
 * @param {number} [steps] The number of intervals.
 * @returns {number[]} The tick values.
 */
export function ticks(max, steps = 4) {
  if (!(max > 0)) return [0, 1];
  const rough = max / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const values = [];
  for (let i = 0; ; i++) {
    values.push(Number((i * step).toPrecision(10)));
    if (i * step >= max) return values;
  }
}

/**
 * Returns evenly spaced, round axis ticks that enclose the given values and need not start at 0.
 *
 * @param {number[]} values The values to display.
 * @param {number} step The distance between two ticks.
 * @returns {number[]} The tick values.
 */
export function ticksAround(values, step) {
  const [low, high] = [Math.floor(Math.min(...values) / step), Math.ceil(Math.max(...values) / step)];
  return Array.from({ length: Math.max(high - low, 1) + 1 }, (_, i) => (low + i) * step);
}

/** @param {number[]} values @param {number} window @returns {number[]} the mean of the latest values at each point */
export function movingMean(values, window) {
  return values.map((_, i) => {
    const recent = values.slice(Math.max(0, i - window + 1), i + 1);
    return recent.reduce((sum, value) => sum + value, 0) / recent.length;
  });
}

/**
 * @param {string} title The accessible name of the chart.
 * @param {number[]} axis The tick values of the y-axis.
 * @param {(value: number) => string} [format] The function that formats a tick value.
 */
function createFrame(title, axis, format = String) {
  const [min, max] = [axis[0] ?? 0, axis.at(-1) ?? 1];
  const y = (/** @type {number} */ value) =>
    HEIGHT - BOTTOM - ((value - min) / (max - min)) * (HEIGHT - BOTTOM - TOP);
  const svg = createSvg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": title });
  for (const tick of axis) {
    svg.append(
      createSvg("line", { class: "gridline", x1: LEFT, x2: WIDTH - 6, y1: y(tick), y2: y(tick) }),
      createSvg("text", { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }, [format(tick)]),
    );
  }
  return { svg, y };
}

/**
 * @param {{title: string, values: number[], mean?: number[], format?: (value: number) => string,
 *   max?: number, axis?: number[]}} chart The contents of the chart and the format of its tick labels.
 */
export function lineChart({ title, values, mean = [], format, max = Math.max(...values, 0), axis = ticks(max) }) {
  const { svg, y } = createFrame(title, axis, format);
  svg.append(
    createSvg("text", { x: LEFT, y: HEIGHT - 7 }, ["First"]),
    createSvg("text", { x: WIDTH - 6, y: HEIGHT - 7, "text-anchor": "end" }, ["Latest"]),
  );
  const step = (WIDTH - LEFT - 16) / Math.max(1, values.length - 1);
  const x = (/** @type {number} */ i) => LEFT + 5 + i * step;
  const path = (/** @type {number[]} */ points) =>
    points.map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  if (mean.length > 1) svg.append(createSvg("path", { class: "mean", d: path(mean) }));
  svg.append(createSvg("path", { class: "line", d: path(values) }));
  if (values.length <= 60) {
    values.forEach((value, i) => svg.append(createSvg("circle", { class: "dot", cx: x(i), cy: y(value), r: 2.6 })));
  }
  return svg;
}

/** @param {{title: string, bars: {label: string, value: number}[]}} chart */
export function barChart({ title, bars }) {
  const { svg, y } = createFrame(title, ticks(Math.max(...bars.map(({ value }) => value), 0)));
  const step = (WIDTH - LEFT - 6) / Math.max(1, bars.length);
  bars.forEach(({ label, value }, i) => {
    const x = LEFT + i * step + step * 0.14;
    const height = Math.max(0, y(0) - y(value));
    svg.append(
      createSvg("rect", { class: "bar", x, y: y(value), width: step * 0.72, height, rx: 2 }),
      createSvg("text", { x: x + step * 0.36, y: HEIGHT - 7, "text-anchor": "middle" }, [label]),
    );
  });
  return svg;
}
