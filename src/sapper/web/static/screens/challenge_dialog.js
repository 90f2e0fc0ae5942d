/** The dialog that turns a finished game into a challenge for a friend. */
import { gamePath, post } from "../api.js";
import { toSentence } from "../state/wording.js";
import { button, copyToClipboard, dialog, element, input } from "./dom.js";

const NAME_KEY = "sapper-name";

/** The name that the player chose for an earlier challenge, or an empty string. */
export const rememberedName = () => localStorage.getItem(NAME_KEY) ?? "";

/** @param {string} name */
export const rememberName = (name) => localStorage.setItem(NAME_KEY, name);

/**
 * @param {string} code The code of the challenge.
 * @returns {string} The link that the player sends to a friend.
 */
export const challengeLink = (code) => `${location.origin}/#/challenge/${encodeURIComponent(code)}`;

/** @param {string} code */
export const copyChallengeLink = (code) =>
  copyToClipboard(challengeLink(code), "Link copied. Send it to your friends.");

/**
 * @param {string} gameId The ID of the finished game.
 * @param {(code: string) => void} onCreate The function that receives the code of the new challenge.
 */
export function openChallengeDialog(gameId, onCreate) {
  const form = /** @type {HTMLFormElement} */ (element("challenge-form"));
  const [create, cancel, done] = [button("challenge-create"), button("challenge-cancel"), button("challenge-done")];
  input("challenge-name").value = rememberedName();
  element("challenge-error").textContent = "";
  element("challenge-fields").hidden = create.hidden = cancel.hidden = false;
  element("challenge-created").hidden = done.hidden = true;
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (create.hidden) return dialog("challenge-dialog").close();
    create.disabled = true;
    const name = input("challenge-name").value.trim();
    try {
      const body = { name, hides_result: input("challenge-hides-result").checked };
      const { challenge } = await post(gamePath(gameId, "/challenge"), body);
      rememberName(name);
      element("challenge-fields").hidden = create.hidden = cancel.hidden = true;
      element("challenge-created").hidden = done.hidden = false;
      input("challenge-link").value = challengeLink(challenge);
      input("challenge-link").select();
      element("challenge-copy").onclick = () => void copyChallengeLink(challenge);
      onCreate(challenge);
    } catch (error) {
      element("challenge-error").textContent = toSentence(/** @type {Error} */ (error).message);
    } finally {
      create.disabled = false;
    }
  };
  dialog("challenge-dialog").showModal();
}
