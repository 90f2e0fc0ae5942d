/** The list of the player's games, with filters, deletion, export and import. */
import { gamePath, get, post, request } from "../api.js";
import { createSvg } from "../draw/svg.js";
import { drawThumbnail, hiddenRows } from "../draw/thumbnail.js";
import { countOf } from "../state/wording.js";
import { parseSize } from "../state/board_size.js";
import { batchesOf, parseGames } from "../state/game_files.js";
import { describeProgress } from "../state/game.js";
import { levelName } from "../state/level_names.js";
import { formatTime } from "../state/time_format.js";
import { announce, create, dialog, element, input, select, showError, showToast } from "./dom.js";

const PAGE_LENGTH = 30;
const FILTERS = ["games-level", "games-result", "games-help"];

/** @typedef {Record<string, any>} ListedGame a game as `GET /api/games` lists it */

export class GamesScreen {
  constructor() {
    /** @type {string | null} */
    this.cursor = null;
    /** The number of lists requested so far. A late response must not overwrite a newer list. */
    this.request = 0;
    /** @type {string | null} the game to delete, or null for all games */
    this.deletedId = null;
    for (const id of FILTERS) {
      element(id).addEventListener("change", () => void this.show().catch(showError));
    }
    element("more-games").addEventListener("click", () => void this.#load(this.cursor).catch(showError));
    element("delete-all-games").addEventListener("click", () => this.#askToDelete(null));
    element("confirm-delete").addEventListener("click", () => void this.#delete().catch(showError));
    input("import-games").addEventListener("change", () => void this.#import().catch(showError));
  }

  /** Shows the first page of the list. */
  async show() {
    await this.#load(null);
  }

  /** @param {string | null} cursor */
  async #load(cursor) {
    const number = ++this.request;
    const query = new URLSearchParams({ limit: String(PAGE_LENGTH) });
    for (const [name, id] of [["level", "games-level"], ["result", "games-result"], ["assisted", "games-help"]]) {
      const { value } = select(/** @type {string} */ (id));
      if (value) query.set(/** @type {string} */ (name), value);
    }
    if (cursor) query.set("cursor", cursor);
    const page = await get(`/games?${query}`);
    if (number !== this.request) return;
    this.cursor = page.next;
    const items = page.games.filter((/** @type {ListedGame} */ game) => game.version > 0)
      .map((/** @type {ListedGame} */ game) => this.#item(game));
    const list = element("games-list");
    if (cursor) list.append(...items);
    else {
      this.#showLevels(page.levels);
      list.replaceChildren(...items);
    }
    element("more-games").hidden = !page.next;
    const isFiltered = query.size > (cursor ? 2 : 1);
    const isEmpty = !list.childElementCount;
    element("no-games").hidden = !isEmpty;
    element("no-games").textContent =
      isFiltered ? "No games match these filters." : "No games yet. A game appears here after its first move.";
    for (const id of ["games-filters", "export-games", "delete-all-games"]) element(id).hidden = isEmpty && !isFiltered;
    announce(cursor ? `${countOf(items.length, "more game")}` : `${countOf(list.childElementCount, "game")} listed`);
  }

  /** @param {string[]} levels */
  #showLevels(levels) {
    const chosen = select("games-level").value;
    const options = levels.map((level) => create("option", { value: level }, [levelName(level)]));
    select("games-level").replaceChildren(create("option", { value: "" }, ["All levels"]), ...options);
    select("games-level").value = levels.includes(chosen) ? chosen : "";
  }

  /** @param {ListedGame} game */
  #item(game) {
    const isOver = game.status === "won" || game.status === "lost";
    const title = `${levelName(game.level)}${game.no_guess ? ", no guessing" : ""}`;
    const result = isOver ? { won: "Won", lost: "Lost" }[/** @type {"won" | "lost"} */ (game.status)] : "Unfinished";
    const link = create("a", { href: isOver ? `#/game/${game.id}/review` : `#/game/${game.id}` }, [title]);
    const date = new Date(game.moved_at * 1000);
    const time = create("time", { dateTime: date.toISOString() }, [
      date.toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
    ]);
    const marks = [
      game.assisted && !game.imported && (game.practice ? "Practice" : "Assisted"),
      game.imported && "Imported", game.paused && "Paused",
    ].filter(Boolean).map((label) => create("span", {}, [label]));
    const threeBv = game.status === "won" ? game.three_bv : `${game.solved_three_bv} of ${game.three_bv}`;
    const mistakes = game.mistakes ? countOf(game.mistakes, "mistake") : "no mistakes";
    const figures = isOver ? [`3BV ${threeBv}`, ...(game.mistakes === null ? [] : [mistakes])] : [];
    return create("li", { class: "game-item", "data-status": game.status }, [
      create("div", { class: "game-picture" }, [this.#picture(game)]),
      create("div", { class: "game-facts" }, [
        create("p", { class: "game-title" }, [create("b", {}, [result]), link]),
        create("p", { class: "game-time" }, [isOver ? formatTime(game.seconds) : `${describeProgress(game.progress)} revealed`]),
        create("p", { class: "note" }, [figures.join(" · ")]),
        create("p", { class: "note" }, [time]),
        create("p", { class: "badges" }, marks),
      ]),
      create("button", {
        class: "icon-button",
        title: "Delete",
        "aria-label": `Delete this game: ${title}, ${date.toLocaleString()}`,
        onclick: () => this.#askToDelete(game.id),
      }, [createSvg("svg", { class: "icon", "aria-hidden": "true" }, [createSvg("use", { href: "#icon-delete" })])]),
    ]);
  }

  /** @param {ListedGame} game */
  #picture(game) {
    const { width = 1, height = 1 } = parseSize(game.size) ?? {};
    if (game.rows) return drawThumbnail(game.rows, `Final position, ${game.size}`);
    return drawThumbnail(hiddenRows(width, height), `Unfinished game, ${game.size}`);
  }

  /** @param {string | null} id */
  #askToDelete(id) {
    this.deletedId = id;
    element("delete-games-text").textContent = id
      ? "Delete this game? This also removes it from your statistics and disables its share link."
      : "Delete all of your games, including unfinished ones? This also resets your statistics and disables your share links.";
    dialog("delete-games-dialog").showModal();
  }

  async #delete() {
    dialog("delete-games-dialog").close();
    const { deleted } = await request("DELETE", this.deletedId ? gamePath(this.deletedId) : "/games");
    showToast(`${countOf(deleted, "game")} deleted.`);
    if (!this.deletedId) for (const id of FILTERS) select(id).value = "";
    await this.show();
  }

  async #import() {
    const [file] = input("import-games").files ?? [];
    if (!file) return;
    let [imported, skipped] = [0, 0];
    try {
      for (const games of batchesOf(parseGames(await file.text()))) {
        const answer = await post("/games/import", { games });
        imported += answer.imported;
        skipped += answer.skipped;
      }
    } finally {
      input("import-games").value = "";
      if (imported) await this.show();
    }
    showToast(`${countOf(imported, "game")} imported${skipped ? `, ${skipped} already in the list` : ""}.`);
  }
}
