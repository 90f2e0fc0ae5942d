/** Sentences and metrics about a finished game. */
/** @typedef {import("./game.js").Snapshot} Snapshot */
/**
 * @typedef {{rank: number | null, ranked_games: number, best_seconds: number | null,
 *   previous_best_seconds: number | null, streak: number, accuracy: number | null,
 *   avoidable: {move: number, cell: [number, number], better: [number, number] | null} | null,
 *   verdict: string, challenge: string | null, daily: boolean}} Summary The summary of a finished game.
 */
import { countOf } from "./wording.js";
import { formatPercent } from "./odds_format.js";
import { formatTime } from "./time_format.js";

/** @param {number} n a positive integer @returns {string} such as `1st` or `12th` */
export function ordinal(n) {
  const examples = /** @type {Record<string, string>} */ ({ one: "1st", two: "2nd", few: "3rd" });
  const example = examples[new Intl.PluralRules("en", { type: "ordinal" }).select(n)] ?? "4th";
  return `${n}${example.slice(1)}`;
}

/**
 * Compares a win with the player's other wins at the same level.
 *
 * @param {Summary} summary The summary of the game.
 * @param {number} seconds The time of the win.
 * @returns {string} A sentence, or an empty string for losses and assisted games.
 */
export function describeStanding({ rank, ranked_games, best_seconds, previous_best_seconds }, seconds) {
  if (rank === null) return "";
  if (previous_best_seconds === null) return "Your first win at this level";
  if (rank === 1 && seconds < previous_best_seconds) {
    return `New best: ${formatTime(previous_best_seconds - seconds)} faster`;
  }
  const best = best_seconds === null ? "" : `, best ${formatTime(best_seconds)}`;
  return `${ordinal(rank)} of your ${ranked_games} wins${best}`;
}

/** @param {Summary} summary */
export const describeStreak = ({ streak }) => (streak > 1 ? `${streak} wins in a row` : "");

/** @param {Snapshot} snapshot @returns {string} remarks about the result, or an empty string */
export function describeResult(snapshot) {
  const wrongFlags = snapshot.result?.wrong_flags.length ?? 0;
  const sentences = [
    wrongFlags ? `${countOf(wrongFlags, "wrong flag")} crossed out on the board.` : "",
    snapshot.pauses && !snapshot.assisted ? "This game is not ranked because it was paused." : "",
    snapshot.assisted ? `This game counts as assisted because ${assistanceReason(snapshot)}.` : "",
  ];
  return sentences.filter(Boolean).join(" ");
}

/** @param {Snapshot} snapshot */
export const usedAssistance = ({ assistance }) => Object.values(assistance ?? {}).some((count) => count > 0);

/** @param {Snapshot} snapshot */
function assistanceReason(snapshot) {
  if (usedAssistance(snapshot)) return "you used hints, odds, undo or AI moves";
  return snapshot.practice ? "it was a practice game" : "the board was not random";
}

/**
 * @param {Snapshot} snapshot The snapshot of a finished game.
 * @param {Summary | null} summary The summary of the game.
 * @returns {[string, string][]} The labels and values.
 */
export function resultMetrics(snapshot, summary) {
  const { result, assistance, status, clicks } = snapshot;
  if (!result) return [];
  const isWon = status === "won";
  /** @type {[string, string][]} */
  const metrics = [isWon
    ? ["3BV", String(result.three_bv)]
    : ["3BV", `${result.solved_three_bv} of ${result.three_bv}`]];
  // AI moves need no clicks and take little time, so click and time metrics are meaningless for games with AI moves.
  if (!assistance?.ai) {
    metrics.push(["3BV/s", result.three_bv_per_second.toFixed(2)]);
    metrics.push(["IOE", formatPercent(result.ioe)], ["Throughput", formatPercent(result.throughput)]);
  }
  const accuracy = summary?.accuracy ?? null;
  metrics.push(["Accuracy", accuracy === null ? "–" : formatPercent(accuracy)]);
  if (!assistance?.ai) metrics.push(["Clicks", String(clicks)]);
  return metrics;
}
