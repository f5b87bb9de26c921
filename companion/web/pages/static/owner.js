// The owner's page: choices for the next game, the board's numbers, past games, corrections in the running game.
// Laws: it knows no game; if the box refuses a change, the old value is shown again; a half-filled form stays as it is
// while others play.

import { makeLanguage } from "./language.js";
import { makeCheck } from "./owner_board.js";
import { makeGames } from "./owner_games.js";
import { makeNext } from "./owner_next.js";
import { makeNow } from "./owner_now.js";
import { makeRestore } from "./owner_restore.js";
import { showWifi } from "./way_in.js";
import { keepWire, NO_SEAT } from "./wire.js";
import { speak } from "./words.js";

const PARTS = /** @type {const} */ (["now", "next", "check", "games"]);
/** @type {At<ids.Owner>} */
const at = (id) => /** @type {any} */ (document.getElementById(id));  // its type is the page's HTML's

let /** @type {Said} */ words = { away: "box not reachable" };
let heard = "", notice = "";

const send = keepWire("/owner/live", { hello, table, owner, told, away, shut });
const showLanguage = makeLanguage(at("reads"));
const games = makeGames(at, say);
/**
 * @type {{
 *   hello?: (told: live.Hello) => void, seen?: (shown: live.PublicView) => void, show?: (owned: live.Owned) => void, refused?: () => void, taken?: () => void,
 * }[]}
 */
const parts = [makeNow(at, order), makeNext(at, order), makeCheck(at, order, say), games, makeRestore(at, order, say)];

/** @param {live.Hello} told */
function hello(told) {
  const { language, board } = told;
  words = told.words;
  speak(words, language);
  showLanguage(told);
  at("title").textContent = board.title;
  document.title = words.owner;
  for (const part of parts) part.hello?.(told);
}

/** @param {live.PublicView} shown */
function table(shown) {
  const { page, busy } = shown;
  for (const part of parts) part.seen?.(shown);
  at("state").textContent = busy || (page.is_saved ? "" : words.unsaved);
  notice = page.notice;
  showTold();
}

/** @param {live.Owned} owned */
function owner(owned) {
  document.body.classList.remove("loading");
  for (const part of parts) part.show?.(owned);
}

/** @param {live.ReplyResult} result */
function told({ sentence }) {
  heard = sentence;
  for (const part of parts) (sentence ? part.refused : part.taken)?.();
  showTold();
}

/** Show a sentence of this page; empty: remove it. @param {string} sentence */
function say(sentence) {
  heard = sentence;
  showTold();
}

/** Show why an order was refused, otherwise the notice of the table. */
function showTold() {
  at("told").textContent = heard || notice;
  at("told").classList.toggle("refused", heard !== "");
}

/** Send an order; false: there is no connection. @param {Order} wish */
function order(wish) {
  const isHeard = send(wish);
  say(isHeard ? "" : words.away);
  return isHeard;
}

/** @param {boolean} isAway */
function away(isAway) {
  document.body.classList.toggle("away", isAway);
  at("state").textContent = isAway ? words.away : "";
}

/** This browser has no key to this page, or another browser has taken it over. @param {number} why */
function shut(why) {
  if (why === NO_SEAT || !at("taken").textContent) return location.replace("/s");
  at("state").textContent = "";
  document.body.classList.add("gate");
  at("taken").focus();
}

/** Show the part that the address names, and hide the others. */
function turn() {
  const asked = location.hash.slice(1);
  const open = PARTS.find((id) => id === asked) ?? PARTS[0];
  for (const id of PARTS) at(id).hidden = id !== open;
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("nav a"))) {
    if (link.hash === `#${open}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
  if (open === "games") games.open();
}

at("address").textContent = `${location.host}/seat`;
showWifi(at("wifi"), at("wifi-code"), at("wifi-told"));
addEventListener("hashchange", turn);
turn();
