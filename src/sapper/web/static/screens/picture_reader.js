/**
 * The picture card of the analyser, which reads the position from a screenshot and draws the recognised symbols on
 * top of the picture.
 */
/** @typedef {import("../state/board.js").Cell} Cell */
/**
 * @typedef {{width: number, height: number, mines: number | null, rows: string[], doubtful: Cell[],
 *   alternatives: string[], box: [number, number, number, number]}} Scan A position read from a picture.
 */
import { post } from "../api.js";
import { cellName } from "../state/cell_names.js";
import { canvas, element, showMessage } from "./dom.js";

/** The maximum picture size, which matches the limit on the server. */
const MAX_PICTURE_BYTES = 8 * 1024 * 1024;
/** The width in pixels of the preview, which shows only the board. */
const PREVIEW_WIDTH = 640;
/** The mine density of a board whose mine count is unknown, until the player enters the count. */
const TYPICAL_DENSITY = 0.16;

/** @param {File | undefined} file */
export const isPicture = (file) => file !== undefined && file.type.startsWith("image/");

/** Reads pictures and shows a preview. */
export class PictureReader {
  /**
   * Reads a picture. Throws ApiError if the server cannot read it.
   *
   * @param {File} file The picture file.
   * @returns {Promise<{position: string, doubtful: Cell[], alternatives: string[]}>} The position in text notation, the
   *   cells that may be wrong, and their second most probable symbols.
   */
  async read(file) {
    this.hide();
    if (file.size > MAX_PICTURE_BYTES) throw new Error("This image is too large: the limit is 8 MB.");
    element("picture-card").hidden = false;
    showMessage("picture-text", "Reading the image…");
    try {
      // If the picture is damaged, the error response explains the damage.
      const scan = await post("/scan", file);
      this.#show(await createImageBitmap(file), scan);
      return { position: toPosition(scan), doubtful: scan.doubtful, alternatives: scan.alternatives };
    } catch (error) {
      this.hide();
      throw error;
    }
  }

  hide() {
    element("picture-card").hidden = true;
    canvas("picture-preview").hidden = true;
  }

  /**
   * Draws the part of the picture that shows the board, with the recognised symbols on top.
   *
   * @param {ImageBitmap} bitmap The decoded picture.
   * @param {Scan} scan The position read from the picture.
   */
  #show(bitmap, scan) {
    const [left, top, width, height] = scan.box;
    const preview = canvas("picture-preview");
    const scale = PREVIEW_WIDTH / width;
    preview.width = PREVIEW_WIDTH;
    preview.height = Math.round(height * scale);
    const context = /** @type {CanvasRenderingContext2D} */ (preview.getContext("2d"));
    context.drawImage(bitmap, left, top, width, height, 0, 0, preview.width, preview.height);
    const [stepX, stepY] = [preview.width / scan.width, preview.height / scan.height];
    context.font = `bold ${Math.round(stepY * 0.42)}px sans-serif`;
    context.textAlign = "right";
    context.textBaseline = "bottom";
    context.lineWidth = 3;
    scan.rows.forEach((row, r) => [...row].forEach((symbol, c) => {
      const [x, y] = [(c + 1) * stepX - 2, (r + 1) * stepY - 1];
      context.strokeStyle = "#fff";
      context.fillStyle = "#000";
      if (symbol !== "#" && symbol !== ".") {
        context.strokeText(symbol, x, y);
        context.fillText(symbol, x, y);
      }
    }));
    context.strokeStyle = "#d55e00";
    for (const [r, c] of scan.doubtful) context.strokeRect(c * stepX + 2, r * stepY + 2, stepX - 4, stepY - 4);
    preview.hidden = false;
    preview.setAttribute("aria-label", "The image of the board with the recognised symbols");
    showMessage("picture-text", describe(scan), { note: noteOn(scan) });
  }
}

/** @param {Scan} scan */
function describe({ width, height, mines, doubtful }) {
  const size = `Found a ${width} × ${height} board${mines === null ? "" : ` with ${mines} mines`}.`;
  if (!doubtful.length) return size;
  return `${size} Check ${doubtful.map((cell) => cellName(cell)).join(", ")}: click a cell on the board to change it.`;
}

/** @param {Scan} scan */
const noteOn = ({ mines }) => mines === null ? "The image does not show the number of mines. Enter it in the “Mines” field." : "";

/** @param {Scan} scan @returns {string} the position; wrong flags become flags */
function toPosition({ width, height, mines, rows }) {
  const flags = rows.join("").split("F").length - 1;
  const count = mines ?? Math.max(flags, Math.round(width * height * TYPICAL_DENSITY));
  return [`${width}x${height}/${count}`, ...rows].join("\n").replaceAll("X", "F");
}
