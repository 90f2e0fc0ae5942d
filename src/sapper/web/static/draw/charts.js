/** Plots as SVG: lines over games and bars. Made by hand, so that nothing has to be loaded. */
import { makeSvg } from "../screens/dom.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [400, 170, 40, 24, 10];

/** Round numbers for an axis. @param {number} most @param {number} [steps] @returns {number[]} */
export function ticks(most, steps = 4) {
  if (!(most > 0)) return [0, 1];
  const rough = most / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const found = [];
  for (let i = 0; ; i++) {
    found.push(Number((i * step).toPrecision(10)));
    if (i * step >= most) return found;
  }
}

/** @param {number[]} values @param {number} window @returns {number[]} the mean of the last ones */
export function movingMean(values, window) {
  return values.map((_, i) => {
    const part = values.slice(Math.max(0, i - window + 1), i + 1);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}

/**
 * @param {string} title for those who do not see it @param {number[]} marks values of the axis
 * @param {(value: number) => string} write @param {string[]} ends labels under the first and last place
 */
function frame(title, marks, write, ends) {
  const most = marks.at(-1) ?? 1;
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - BOTTOM - TOP);
  const svg = makeSvg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": title });
  for (const mark of marks) {
    svg.append(
      makeSvg("line", { class: "gridline", x1: LEFT, x2: WIDTH - 6, y1: y(mark), y2: y(mark) }),
      makeSvg("text", { x: LEFT - 6, y: y(mark) + 4, "text-anchor": "end" }, [write(mark)]),
    );
  }
  svg.append(
    makeSvg("text", { x: LEFT, y: HEIGHT - 7 }, [ends[0] ?? ""]),
    makeSvg("text", { x: WIDTH - 6, y: HEIGHT - 7, "text-anchor": "end" }, [ends[1] ?? ""]),
  );
  return { svg, y };
}

/**
 * @param {{title: string, values: number[], mean?: number[], write?: (value: number) => string,
 *   most?: number, ends?: string[]}} plot
 */
export function linePlot({ title, values, mean = [], write = String, most, ends = ["first", "latest"] }) {
  const { svg, y } = frame(title, ticks(most ?? Math.max(...values, 0)), write, ends);
  const step = (WIDTH - LEFT - 16) / Math.max(1, values.length - 1);
  const x = (/** @type {number} */ i) => LEFT + 5 + i * step;
  const path = (/** @type {number[]} */ points) =>
    points.map((value, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  if (mean.length > 1) svg.append(makeSvg("path", { class: "mean", d: path(mean) }));
  svg.append(makeSvg("path", { class: "line", d: path(values) }));
  if (values.length <= 60) {
    values.forEach((value, i) => svg.append(makeSvg("circle", { class: "dot", cx: x(i), cy: y(value), r: 2.6 })));
  }
  return svg;
}

/** @param {{title: string, bars: {label: string, value: number}[], write?: (value: number) => string}} plot */
export function barPlot({ title, bars, write = String }) {
  const { svg, y } = frame(title, ticks(Math.max(...bars.map(({ value }) => value), 0)), write, []);
  const step = (WIDTH - LEFT - 6) / Math.max(1, bars.length);
  bars.forEach(({ label, value }, i) => {
    const x = LEFT + i * step + step * 0.14;
    svg.append(
      makeSvg("rect", { class: "bar", x, y: y(value), width: step * 0.72, height: Math.max(0, y(0) - y(value)), rx: 2 }),
      makeSvg("text", { x: x + step * 0.36, y: HEIGHT - 7, "text-anchor": "middle" }, [label]),
    );
  });
  return svg;
}
