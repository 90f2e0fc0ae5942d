/** The daily boards, with the player's results, streak and rank among the day's players. */
import { get, post } from "../api.js";
import { drawResult } from "../draw/result_picture.js";
import { drawThumbnail, hiddenRows } from "../draw/thumbnail.js";
import { countOf } from "../state/wording.js";
import { describeSize, levelName } from "../state/level_names.js";
import { formatTime } from "../state/time_format.js";
import { copyToClipboard, create, element, showError } from "./dom.js";
import { loadLevels } from "./new_game_dialog.js";

/** The length of a day in milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

/** @typedef {Record<string, any>} DailyLevel a level of `GET /api/daily` */

export async function showDaily() {
  const { day, streak, levels } = await get("/daily");
  const date = new Date(`${day}T00:00:00Z`).toLocaleDateString([], { dateStyle: "full", timeZone: "UTC" });
  element("daily-date").textContent = `${date} · ${nextBoardsText(day)}`;
  element("daily-streak").textContent = streak ? `Streak: ${countOf(streak, "day")}` : "";
  const sizes = await loadLevels();
  element("daily-levels").replaceChildren(...levels.map((/** @type {DailyLevel} */ level) =>
    card(day, level, sizes.find(({ name }) => name === level.level))));
}

/** @param {string} day @returns {string} The time until the next boards, such as `new boards in 5 h 12 min`. */
function nextBoardsText(day) {
  const minutes = Math.ceil((Date.parse(`${day}T00:00:00Z`) + DAY - Date.now()) / 60_000);
  // The clocks of the server and this computer may differ.
  if (minutes <= 0 || minutes > DAY / 60_000) return "new boards at midnight UTC";
  return `new boards in ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * @param {string} day The day of the board.
 * @param {DailyLevel} level The player's result on the board.
 * @param {import("../state/level_names.js").Level} [size] The size of the board.
 */
function card(day, level, size) {
  const title = create("div", {}, [
    create("h3", {}, [levelName(level.level)]),
    ...(size ? [create("p", { class: "note" }, [describeSize(size)])] : []),
  ]);
  const picture = size ? [drawThumbnail(hiddenRows(size.width, size.height), "")] : [];
  const parts = [
    create("div", { class: "daily-heading" }, [title, ...picture]),
    create("p", { class: "daily-result", "data-status": level.status ?? "none" }, [resultText(level)]),
    create("p", { class: "note" }, [placeText(level)]),
  ];
  const buttons = [playButton(level)];
  if (level.share_text) {
    buttons.push(
      create("button", { onclick: () => void share(level).catch(showError) }, ["Copy result"]),
      create("button", { onclick: () => savePicture(day, level) }, ["Save image"]),
    );
  }
  return create("section", { class: "card", "data-level": level.level }, [
    ...parts, create("div", { class: "button-row" }, buttons.filter((button) => button !== null)),
  ]);
}

/** @param {DailyLevel} level */
function resultText({ status, seconds }) {
  if (status === "won") return formatTime(seconds);
  if (status === "lost") return "Lost";
  if (status === "deleted") return "You deleted your game on this board.";
  return status === null || status === "ready" ? "Not played yet" : "In progress";
}

/** @param {DailyLevel} level */
function placeText({ rank, players, percentile, counted, status }) {
  const others = players ? `${countOf(players, "ranked player")} today.` : "";
  if (rank !== null) return `Rank ${rank} of ${players}, at least as good as ${Math.floor(percentile)}% of players.`;
  if ((status === "won" || status === "lost") && !counted) return `Not ranked: assisted or paused. ${others}`;
  return others;
}

/** @param {DailyLevel} level */
function playButton({ level, status, game }) {
  if (status === "deleted") return null;
  if (status === "won" || status === "lost") {
    return create("a", { class: "button", href: `#/game/${game}/review` }, ["Review"]);
  }
  const label = status === null || status === "ready" ? "Play" : "Continue";
  return create("button", { class: "primary", onclick: () => void start(level).catch(showError) }, [label]);
}

/** Starts or resumes the player's only attempt at a board. @param {string} level */
async function start(level) {
  const game = await post(`/daily/${encodeURIComponent(level)}`);
  location.hash = `#/game/${game.id}`;
}

/** @param {DailyLevel} level */
async function share(level) {
  await copyToClipboard(level.share_text, "Result copied. It reveals nothing about the board.");
}

/** @param {string} day @param {DailyLevel} level */
function savePicture(day, level) {
  const link = create("a", {
    href: drawResult(level.share_text).toDataURL("image/png"), download: `sapper-daily-${day}-${level.level}.png`,
  });
  link.click();
}
