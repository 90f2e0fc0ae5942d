/** The pitch of a reveal. All pitches belong to one pentatonic scale, so fast play never sounds dissonant. */

const LOWEST = 392;
/** The major pentatonic scale, in semitones. */
const SCALE = [0, 2, 4, 7, 9];

/** @param {number} cells the number of revealed cells @returns {number} a frequency in hertz, higher for more cells */
export function revealPitch(cells) {
  const step = Math.min(Math.floor(Math.log2(Math.max(cells, 1)) * 1.5), 12);
  const semitones = 12 * Math.floor(step / SCALE.length) + (SCALE[step % SCALE.length] ?? 0);
  return LOWEST * 2 ** (semitones / 12);
}
