/** The daily boards, with the player's results, streak and place among the players of the day. */
import { get, post } from "../api.js";
import { drawResult } from "../draw/result_picture.js";
import { countOf } from "../state/announcements.js";
import { levelName } from "../state/level_names.js";
import { copyToClipboard, create, element, showError } from "./dom.js";

/** @typedef {Record<string, any>} DailyLevel a level of `GET /api/daily` */

export async function showDaily() {
  const { day, streak, levels } = await get("/daily");
  const date = new Date(`${day}T00:00:00Z`).toLocaleDateString([], { dateStyle: "full", timeZone: "UTC" });
  element("daily-date").textContent = `${date}. The next boards come at midnight UTC.`;
  element("daily-streak").textContent = streak
    ? `Your streak: ${countOf(streak, "day")}.`
    : "Win a daily board without help or pauses to start a streak.";
  element("daily-levels").replaceChildren(...levels.map((/** @type {DailyLevel} */ level) => card(day, level)));
}

/** @param {string} day @param {DailyLevel} level */
function card(day, level) {
  const parts = [create("h3", {}, [levelName(level.level)]), create("p", {}, [resultText(level)])];
  const place = placeText(level);
  if (place) parts.push(create("p", { class: "note" }, [place]));
  const buttons = [playButton(level)];
  if (level.share_text) {
    buttons.push(
      create("button", { onclick: () => void share(level).catch(showError) }, ["Copy result"]),
      create("button", { onclick: () => savePicture(day, level) }, ["Save picture"]),
    );
  }
  return create("section", { class: "card", "data-level": level.level }, [
    ...parts, create("div", { class: "button-row" }, buttons.filter((button) => button !== null)),
  ]);
}

/** @param {DailyLevel} level */
function resultText({ status, seconds }) {
  if (status === "won") return `Won in ${seconds.toFixed(2)} s`;
  if (status === "lost") return "Lost";
  if (status === "deleted") return "You deleted your game on this board.";
  return status === null ? "Not played yet" : "Started";
}

/** @param {DailyLevel} level */
function placeText({ rank, players, percentile, counted, status }) {
  const others = players ? `${countOf(players, "ranked player")} today.` : "";
  if (rank !== null) return `Rank ${rank} of ${players}, as good as or better than ${Math.floor(percentile)}% of the players.`;
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

/** Opens the player's only attempt at a board. @param {string} level */
async function start(level) {
  const game = await post(`/daily/${encodeURIComponent(level)}`);
  location.hash = `#/game/${game.id}`;
}

/** @param {DailyLevel} level */
async function share(level) {
  await copyToClipboard(level.share_text, "Result copied. It does not reveal the board.");
}

/** @param {string} day @param {DailyLevel} level */
function savePicture(day, level) {
  const link = create("a", {
    href: drawResult(level.share_text).toDataURL("image/png"), download: `sapper-daily-${day}-${level.level}.png`,
  });
  link.click();
}
