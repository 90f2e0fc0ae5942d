/** The keyboard, as one table: what a key does and how the help describes it. */

/** @type {{keys: string[], command: string, help: string}[]} */
export const KEYS = [
  { keys: ["ArrowUp"], command: "up", help: "" },
  { keys: ["ArrowDown"], command: "down", help: "" },
  { keys: ["ArrowLeft"], command: "left", help: "" },
  { keys: ["ArrowRight"], command: "right", help: "Arrows: move the cursor" },
  { keys: ["Home"], command: "home", help: "" },
  { keys: ["End"], command: "end", help: "Home, End: first and last cell of the row" },
  { keys: ["PageUp"], command: "top", help: "" },
  { keys: ["PageDown"], command: "bottom", help: "Page Up, Page Down: first and last row" },
  { keys: [" ", "Enter"], command: "primary", help: "Space or Enter: reveal, or chord on a number" },
  { keys: ["f"], command: "flag", help: "F: flag" },
  { keys: ["c"], command: "chord", help: "C: chord" },
  { keys: ["h"], command: "hint", help: "H: hint; again for more" },
  { keys: ["o"], command: "odds", help: "O: odds" },
  { keys: ["p"], command: "ai-move", help: "P: let the AI play one move" },
  { keys: ["u"], command: "undo", help: "U: undo, in practice" },
  { keys: ["m"], command: "flag-mode", help: "M: flag mode" },
  { keys: ["n"], command: "new", help: "N: new game" },
  { keys: ["r"], command: "retry", help: "R: the same board again" },
  { keys: ["+", "="], command: "larger", help: "" },
  { keys: ["-"], command: "smaller", help: "Plus, Minus: zoom" },
  { keys: ["Escape"], command: "clear", help: "Escape: put hints and odds away, stop the AI" },
  { keys: ["?"], command: "help", help: "?: this help" },
];

const BY_KEY = new Map(KEYS.flatMap(({ keys, command }) => keys.map((key) => [key, command])));
const STEPS = new Set(["up", "down", "left", "right", "home", "end", "top", "bottom"]);

/**
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 * @returns {string | null} the command; keys of the browser are left alone
 */
export function commandFor({ key, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey) return null;
  return BY_KEY.get(key.length === 1 ? key.toLowerCase() : key) ?? null;
}

/** @param {string} command */
export const isStep = (command) => STEPS.has(command);

/** @returns {string[]} the lines of the help */
export const keyHelp = () => KEYS.map(({ help }) => help).filter(Boolean);
