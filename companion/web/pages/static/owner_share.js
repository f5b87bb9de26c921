// A finished game for the app BG Stats: a code for a phone to scan, and the same link for this browser.
// Law: nothing is sent anywhere before somebody opens the link.

import { element } from "./columns.js";

/** A button that opens the panel. @param {At<ids.Owner>} at */
export function makeShare(at) {
  let /** @type {HTMLElement | null} */ opener = null;
  at("close-share").onclick = close;

  /** @param {live.PastGame} past @param {Said} words @param {(began: string) => string} when */
  function button(past, words, when) {
    const share = element("button", "", words.share);
    share.type = "button";
    share.setAttribute("aria-label", `${words.share} ${past.number}`);
    share.onclick = () => open(past, words, when, share);
    return share;
  }

  /** @param {live.PastGame} past @param {Said} words @param {(began: string) => string} when @param {HTMLElement} by */
  function open({ number, title, began, link }, words, when, by) {
    opener = by;
    at("shared").textContent = `${number} · ${title} · ${when(began)}`;
    at("share-code").src = `/owner/games/${number}/qr`;
    at("share-code").alt = words.share_scan;
    at("share-link").href = link;
    at("share").hidden = false;
    at("share").scrollIntoView();
    at("shared").focus({ preventScroll: true });
  }

  function close() {
    at("share").hidden = true;
    opener?.focus();
  }

  return { button };
}
