/** A shareable picture of a result, which contains only text and no part of the board. */

const WIDTH = 600;
const HEIGHT = 315;

/** @param {string} text one fact per line @returns {HTMLCanvasElement} */
export function drawResult(text) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  context.fillStyle = colour("--surface");
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = colour("--accent");
  context.fillRect(0, 0, 14, HEIGHT);
  const [title = "", ...facts] = text.split("\n");
  const font = colour("--font") || "system-ui, sans-serif";
  context.font = `600 30px ${font}`;
  context.fillText(title, 44, 72);
  context.fillStyle = colour("--text");
  context.font = `28px ${font}`;
  facts.forEach((fact, i) => context.fillText(fact, 44, 132 + i * 46));
  return canvas;
}
