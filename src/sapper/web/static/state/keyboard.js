/** Keyboard shortcuts, with the command that each key triggers and its line in the help dialog. */

/** @type {{keys: string[], command: string, help: string}[]} */
export const KEY_BINDINGS = [
  { keys: ["ArrowUp"], command: "up", help: "" },
  { keys: ["ArrowDown"], command: "down", help: "" },
  { keys: ["ArrowLeft"], command: "left", help: "" },
  { keys: ["ArrowRight"], command: "right", help: "Arrow keys: move the cursor" },
  { keys: ["Home"], command: "home", help: "" },
  { keys: ["End"], command: "end", help: "Home, End: first or last cell in the row" },
  { keys: ["PageUp"], command: "top", help: "" },
  { keys: ["PageDown"], command: "bottom", help: "Page Up, Page Down: first or last row" },
  { keys: [" ", "Enter"], command: "primary", help: "Space or Enter: reveal, or chord on a number" },
  { keys: ["f"], command: "flag", help: "F: flag" },
  { keys: ["c"], command: "chord", help: "C: chord" },
  { keys: ["h"], command: "hint", help: "H: hint (press again for more)" },
  { keys: ["o"], command: "odds", help: "O: show or hide odds" },
  { keys: ["p"], command: "ai-move", help: "P: play one AI move" },
  { keys: ["u"], command: "undo", help: "U: undo (practice games)" },
  { keys: ["m"], command: "flag-mode", help: "M: flag mode on or off" },
  { keys: ["n"], command: "new", help: "N: new game" },
  { keys: ["r"], command: "retry", help: "R: retry the same board" },
  { keys: ["+", "="], command: "zoom-in", help: "" },
  { keys: ["-"], command: "zoom-out", help: "Plus, Minus: zoom in or out" },
  { keys: ["Escape"], command: "clear", help: "Escape: hide hints and odds, and stop the AI" },
  { keys: ["?"], command: "help", help: "?: show this help" },
];

const COMMAND_BY_KEY = new Map(KEY_BINDINGS.flatMap(({ keys, command }) => keys.map((key) => [key, command])));
const CURSOR_MOVES = new Set(["up", "down", "left", "right", "home", "end", "top", "bottom"]);

/**
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 * @returns {string | null} null for unknown keys and for the browser's own shortcuts
 */
export function commandForKey({ key, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey) return null;
  return COMMAND_BY_KEY.get(key.length === 1 ? key.toLowerCase() : key) ?? null;
}

/** @param {string} command */
export const isCursorMove = (command) => CURSOR_MOVES.has(command);

/** @returns {string[]} one line per shortcut */
export const keyboardHelp = () => KEY_BINDINGS.map(({ help }) => help).filter(Boolean);
