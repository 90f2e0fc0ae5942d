/** The list of the player's unfinished games, which can be continued. */
import { get } from "../api.js";
import { describeProgress } from "../state/game.js";
import { levelName } from "../state/level_names.js";
import { create, element } from "./dom.js";

const MAX_GAMES = 3;

/** @param {string} currentId the game on the board, which is not listed */
export async function showUnfinishedGames(currentId) {
  const { games } = await get("/games?result=unfinished").catch(() => ({ games: [] }));
  // Games with no moves have the status `ready` and are not listed.
  const others = games
    .filter((/** @type {any} */ game) => game.id !== currentId && game.status === "playing")
    .slice(0, MAX_GAMES);
  element("unfinished-games").hidden = !others.length;
  element("unfinished-games-list").replaceChildren(...others.map((/** @type {any} */ game) =>
    create("li", {}, [create("a", { href: `#/game/${game.id}` }, [
      create("b", {}, [levelName(game.level)]),
      create("span", {}, [`Continue, ${describeProgress(game.progress)}`]),
    ])])));
}
