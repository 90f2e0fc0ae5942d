/** Keyboard shortcuts, with the command that each key triggers and its line in the help dialog. */

/** The lines of the help dialog, each with its keys and their commands. */
const SHORTCUTS = [
  {
    help: "Arrow keys: move the cursor",
    keys: { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" },
  },
  { help: "Home, End: first or last cell in the row", keys: { Home: "home", End: "end" } },
  { help: "Page Up, Page Down: first or last row", keys: { PageUp: "top", PageDown: "bottom" } },
  { help: "Space or Enter: reveal, or chord on a number", keys: { " ": "primary", Enter: "primary" } },
  { help: "F: flag", keys: { f: "flag" } },
  { help: "C: chord", keys: { c: "chord" } },
  { help: "H: hint (press again for more)", keys: { h: "hint" } },
  { help: "O: show or hide odds", keys: { o: "odds" } },
  { help: "P: play one AI move", keys: { p: "ai-move" } },
  { help: "U: undo (practice games)", keys: { u: "undo" } },
  { help: "M: turn flag mode on or off", keys: { m: "flag-mode" } },
  { help: "F2 or N: new game", keys: { F2: "new", n: "new" } },
  { help: "R: retry the same board", keys: { r: "retry" } },
  { help: "Plus, Minus: zoom in or out", keys: { "+": "zoom-in", "=": "zoom-in", "-": "zoom-out" } },
  { help: "Escape: hide hints and odds, and stop the AI", keys: { Escape: "clear" } },
  { help: "?: show this help", keys: { "?": "help" } },
];
/** @type {Map<string, string>} */
const COMMAND_BY_KEY = new Map(SHORTCUTS.flatMap(({ keys }) => Object.entries(keys)));

/**
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event The key press to translate.
 * @returns {string | null} The command, or null for unknown keys and the browser's own shortcuts.
 */
export function commandForKey({ key, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey) return null;
  return COMMAND_BY_KEY.get(key.length === 1 ? key.toLowerCase() : key) ?? null;
}

/** @returns {string[]} one line per shortcut */
export const keyboardHelp = () => SHORTCUTS.map(({ help }) => help);
