/** The list of the player's other games. */
import { get } from "../api.js";
import { formatClock } from "../state/game.js";
import { levelName } from "../state/level_names.js";
import { create, element } from "./dom.js";

const MAX_GAMES = 5;
const STATUS_LABELS = /** @type {Record<string, string>} */ ({ playing: "In progress", won: "Won", lost: "Lost" });

/** @param {string} currentId the game on the board, which is not listed */
export async function showRecentGames(currentId) {
  const { games } = await get("/games").catch(() => ({ games: [] }));
  // Games with no moves have the status `ready` and are not listed.
  const others = games
    .filter((/** @type {any} */ game) => game.id !== currentId && game.status in STATUS_LABELS)
    .slice(0, MAX_GAMES);
  element("recent-games").hidden = !others.length;
  element("recent-games-list").replaceChildren(...others.map((/** @type {any} */ game) => {
    const time = typeof game.seconds === "number" ? `, ${formatClock(game.seconds)}` : "";
    return create("li", {}, [create("a", { href: `#/game/${game.id}` }, [
      create("b", {}, [levelName(game.level)]),
      create("span", {}, [`${STATUS_LABELS[game.status]}${time}`]),
    ])]);
  }));
}
