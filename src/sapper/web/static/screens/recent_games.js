/** The player's other games: those to go on with, and the last ones. */
import { get } from "../api.js";
import { clockText } from "../state/game.js";
import { element, make } from "./dom.js";

const MOST = 5;
const WORDS = /** @type {Record<string, string>} */ ({ playing: "go on", won: "won", lost: "lost" });

/** @param {string} current the game that is on the table */
export async function showGames(current) {
  const { games } = await get("/games").catch(() => ({ games: [] }));
  // Boards that nobody has touched are no games yet.
  const others = games.filter((/** @type {any} */ game) => game.id !== current && game.status in WORDS).slice(0, MOST);
  element("recent-games").hidden = !others.length;
  element("recent-games-list").replaceChildren(...others.map((/** @type {any} */ game) => {
    const time = typeof game.seconds === "number" ? `, ${clockText(game.seconds)}` : "";
    return make("li", {}, [make("a", { href: `#/game/${game.id}` }, [
      make("b", {}, [game.level]), make("span", {}, [`${WORDS[game.status]}${time}`])])]);
  }));
}
