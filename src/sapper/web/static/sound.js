/**
 * Soft sound effects, synthesised with Web Audio. Each note sounds like a small wooden bar: a sine tone with a short
 * overtone and a quick decay.
 */
import { revealPitch } from "./state/reveal_pitch.js";

/** @typedef {{frequency: number, start?: number, duration?: number, level?: number}} Note times in seconds */

/** The volume of a note at full level. Louder notes become tiring. */
const MAX_GAIN = 0.16;
const ATTACK = 0.006;
const DEFAULT_DURATION = 0.16;
/** The overtone of a wooden bar lies about two octaves above its tone. */
const OVERTONE = 3.93;

/** @type {AudioContext | null} */
let audio = null;
let volume = 0;

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  flag: [{ frequency: 329.6, duration: 0.09, level: 0.6 }, { frequency: 247, start: 0.035, duration: 0.1, level: 0.5 }],
  won: [523.3, 659.3, 784, 1046.5].map((frequency, i) => ({ frequency, start: i * 0.095, duration: 0.5 - i * 0.05 })),
  lost: [{ frequency: 146.8, duration: 0.5 }, { frequency: 110, start: 0.14, duration: 0.7, level: 0.9 }],
};

/** @param {number} percent from 0 (silent) to 100 */
export function setVolume(percent) {
  volume = percent / 100;
}

/** @param {string} name */
export function playSound(name) {
  for (const note of SOUNDS[name] ?? []) playNote(note);
}

/** Plays one note for a reveal, or a rising pair for a large opening. @param {number} cells the number of revealed cells */
export function playReveal(cells) {
  const frequency = revealPitch(cells);
  playNote({ frequency, level: 0.7 });
  if (cells > 8) playNote({ frequency: frequency * 1.5, start: 0.07, duration: 0.24, level: 0.45 });
}

/** @param {Note} note */
function playNote({ frequency, start = 0, duration = DEFAULT_DURATION, level = 1 }) {
  if (!volume || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  const begin = audio.currentTime + 0.005 + start;
  playTone(audio, frequency, begin, duration, level);
  playTone(audio, frequency * OVERTONE, begin, duration * 0.25, level * 0.18);
}

/**
 * @param {AudioContext} context The audio context.
 * @param {number} frequency The frequency of the tone in hertz.
 * @param {number} begin The time at which the tone starts, in seconds.
 * @param {number} duration The duration of the tone in seconds.
 * @param {number} level The volume, between 0 and 1.
 */
function playTone(context, frequency, begin, duration, level) {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.frequency.value = frequency;
  // A short attack avoids the click of a tone that starts at full volume.
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(MAX_GAIN * volume * level, begin + ATTACK);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + duration);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + duration);
}
