/** Short sound effects, synthesised with Web Audio. */

/** @type {AudioContext | null} */
let audio = null;

/** The notes of each sound, each with its frequency in hertz and its start and duration in seconds. */
const SOUNDS = /** @type {Record<string, [number, number, number][]>} */ ({
  reveal: [[520, 0, 0.05]],
  flood: [[440, 0, 0.06], [660, 0.05, 0.08]],
  flag: [[330, 0, 0.05]],
  won: [[523, 0, 0.12], [659, 0.11, 0.12], [784, 0.22, 0.25]],
  lost: [[160, 0, 0.2], [95, 0.12, 0.35]],
});

/** @param {string} name */
export function playSound(name) {
  const notes = SOUNDS[name];
  if (!notes || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  const now = audio.currentTime + 0.01;
  for (const [frequency, start, duration] of notes) {
    const oscillator = audio.createOscillator();
    const volume = audio.createGain();
    oscillator.type = "triangle";
    oscillator.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, now + start);
    volume.gain.exponentialRampToValueAtTime(0.001, now + start + duration);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(now + start);
    oscillator.stop(now + start + duration);
  }
}
