/** Short sounds, made on the spot. Off unless the player wants them. */

/** @type {AudioContext | null} */
let audio = null;

/** Notes of each sound: frequency in hertz, begin and length in seconds. */
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
  const start = audio.currentTime + 0.01;
  for (const [frequency, begin, length] of notes) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, start + begin);
    volume.gain.exponentialRampToValueAtTime(0.001, start + begin + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start + begin);
    tone.stop(start + begin + length);
  }
}
