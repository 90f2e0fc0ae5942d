/** Sentences about the results of a challenge. The counterpart in Python is `play/challenge_text.py`. */
/** @typedef {import("./race.js").RaceResult} RaceResult */
import { formatTime } from "./time_format.js";

/**
 * @param {RaceResult} result The result to describe.
 * @returns {string} A description such as `Won in 18.936 s`.
 */
export function describeRaceResult({ status, seconds, assisted, paused }) {
  if (status === "deleted") return "The game has been deleted";
  if (status === null || seconds === null) return status === null ? "Hidden" : "Not finished";
  const note = assisted ? ", with assistance" : paused ? ", with a pause" : "";
  return `${status === "won" ? "Won in" : "Hit a mine after"} ${formatTime(seconds)}${note}`;
}

/**
 * Compares the results of two finished games, from the point of view of the first player.
 *
 * @param {RaceResult} own The result of the player who reads the comparison.
 * @param {RaceResult} other The result of the other player.
 * @returns {string} The comparison, or an empty string if a result is hidden.
 */
export function compareResults(own, other) {
  if (own.seconds === null || other.seconds === null) return "";
  if (own.status === "won" && other.status === "won") {
    const difference = Math.round((other.seconds - own.seconds) * 1000) / 1000;
    if (difference === 0) return "A tie to the millisecond";
    return difference > 0
      ? `You were ${formatTime(difference)} faster than ${other.name}`
      : `${other.name} was ${formatTime(-difference)} faster`;
  }
  if (own.status === "won") return `You win: ${other.name} hit a mine`;
  if (other.status === "won") return `${other.name} wins: you hit a mine`;
  const revealed = (/** @type {RaceResult} */ { moves }) => moves?.at(-1)?.revealed ?? 0;
  const [ownCells, otherCells] = [revealed(own), revealed(other)];
  if (ownCells === otherCells) return "You both hit a mine";
  return `You both hit a mine, and ${ownCells > otherCells ? "you" : other.name} got further`;
}
