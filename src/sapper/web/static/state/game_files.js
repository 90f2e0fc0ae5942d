/** Exported games, one per line. */
/** @typedef {{id?: string, played_at?: number, record: string}} ExportedGame */

const MAX_BATCH_GAMES = 50;
/** The maximum length of a batch. The server accepts 64 KB per request. */
const MAX_BATCH_CHARACTERS = 56_000;

/** Parses an exported file. @param {string} text @returns {ExportedGame[]} @throws {Error} if a line is malformed */
export function parseGames(text) {
  return text.split("\n").map((line) => line.trim()).flatMap((line, i) => {
    if (!line) return [];
    /** @type {any} */
    let game = null;
    try {
      game = JSON.parse(line);
    } catch {
      // A line that is not valid JSON is reported below.
    }
    if (typeof game?.record !== "string") throw new Error(`Line ${i + 1} is not an exported game.`);
    const { id, played_at: playedAt, record } = game;
    return [{
      ...(typeof id === "string" && { id }),
      ...(typeof playedAt === "number" && { played_at: playedAt }),
      record,
    }];
  });
}

/** Groups games into requests that the server accepts. @param {ExportedGame[]} games @returns {ExportedGame[][]} */
export function batchesOf(games) {
  /** @type {ExportedGame[][]} */
  const batches = [];
  let size = Infinity;
  for (const game of games) {
    const length = JSON.stringify(game).length;
    if (size + length > MAX_BATCH_CHARACTERS || (batches.at(-1)?.length ?? 0) >= MAX_BATCH_GAMES) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(game);
    size += length;
  }
  return batches;
}
