// Putting back a backup: the browser brings it in pieces, the box says what is in it, the owner agrees.
// Law: while a game is on, the owner is told that it ends here, and agrees to that too.

import { element } from "./columns.js";

const PIECE = 24 * 1024;  // bringing.py takes as many bytes

/** @param {At<ids.Owner>} at @param {(wish: Order) => boolean} order @param {(sentence: string) => void} say */
export function makeRestore(at, order, say) {
  let /** @type {Said} */ words = {}, language = "en", isOn = false, isAgreed = false;

  at("backup-file").onchange = bring;
  at("restore-not").onclick = close;
  at("restore-now").onclick = () => {
    isAgreed = order({ order: "restore", ends_game: isOn });
  };

  /** @param {live.Hello} told */
  function hello(told) {
    ({ words, language } = told);
  }

  /** @param {live.Owned} owned */
  function show({ game }) {
    isOn = game !== null;
    at("restore-game").hidden = !isOn;
  }

  /** The order has been taken. */
  function taken() {
    if (!isAgreed) return;
    close();
    say(words.restore_goes);
  }

  function refused() {
    isAgreed = false;
  }

  function close() {
    isAgreed = false;
    at("restore-sure").hidden = true;
    at("backup-file").value = "";
    at("backup-file").focus();
  }

  async function bring() {
    const file = at("backup-file").files?.[0];
    at("restore-sure").hidden = true;
    if (!file) return;
    at("backup-file").disabled = true;
    const answer = await brought(file);
    at("backup-file").disabled = false;
    if (!answer) {
      at("backup-file").value = "";
      return;
    }
    say("");
    const { says, made, left_out: leftOut } = /** @type {live.BroughtBackup} */ (await answer.json());
    const when = made && new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(made));
    at("restore-what").textContent = [when, says].filter(Boolean).join(" · ");
    at("restore-left-out").replaceChildren(...leftOut.map((each) => element("li", "", each)));
    at("restore-sure").hidden = false;
    at("restore-what").focus();
  }

  /** Bring all of it; what the box says of it, or `null`. @param {File} file */
  async function brought(file) {
    let start = 0;
    do {
      say(`${words.restore_coming} ${Math.floor(100 * start / (file.size || 1))} %`);
      if (!await ask(`/owner/restore?at=${start}`, { method: "POST", body: file.slice(start, start + PIECE) })) return null;
      start += PIECE;
    } while (start < file.size);
    say(words.loading);
    return ask("/owner/restore");
  }

  /** Ask the box; `null`: it refused, and a sentence tells why. @param {string} path @param {RequestInit} [how] */
  async function ask(path, how) {
    try {
      const answer = await fetch(path, how);
      if (answer.ok) return answer;
      if (answer.status === 403) location.replace("/s");
      say(await answer.text());
    } catch {
      say(words.away);
    }
    return null;
  }

  return { hello, show, taken, refused };
}
