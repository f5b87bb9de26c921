// The owner's page: what is settled for the next game, the board's numbers, past games, what is put right in this one.
// Laws: it knows no game; what the box has not taken is shown as it was; what somebody fills in stays while others play.

import { makeCheck } from "./owner_board.js";
import { makeGames } from "./owner_games.js";
import { makeNext } from "./owner_next.js";
import { makeNow } from "./owner_now.js";
import { keepWire, NO_SEAT } from "./wire.js";
import { speak } from "./words.js";

const PARTS = ["now", "next", "check", "games"];
const at = (id) => document.getElementById(id);

let words = { away: "box not reachable" };
let heard = "", notice = "";

const send = keepWire("/owner/live", { hello, table, owner, told, away, shut });
const parts = [makeNow(at, order), makeNext(at, order), makeCheck(at, order, say), makeGames(at, say)];

function hello({ language, words: spoken, board }) {
  words = spoken;
  speak(words, language);
  at("title").textContent = board.title;
  document.title = words.owner;
  for (const part of parts) part.hello?.({ words, language, board });
}

function table({ page }) {
  at("state").textContent = page.is_saved ? "" : words.unsaved;
  notice = page.notice;
  showTold();
}

function owner(owned) {
  for (const part of parts) part.show?.(owned);
}

function told({ sentence }) {
  heard = sentence;
  for (const part of parts) (sentence ? part.refused : part.taken)?.();
  showTold();
}

/** Say a sentence of the page's own; empty: no more. */
function say(sentence) {
  heard = sentence;
  showTold();
}

/** Why nothing came of it, else what the table says. */
function showTold() {
  at("told").textContent = heard || notice;
  at("told").classList.toggle("refused", heard !== "");
}

/** Whether the box has heard it. */
function order(wish) {
  const isHeard = send(wish);
  say(isHeard ? "" : words.away);
  return isHeard;
}

function away(isAway) {
  document.body.classList.toggle("away", isAway);
  at("state").textContent = isAway ? words.away : "";
}

/** This browser has no key, or another one has the page now. */
function shut(why) {
  if (why === NO_SEAT || !at("taken").textContent) return location.replace("/s");
  at("state").textContent = "";
  document.body.classList.add("gate");
  at("taken").focus();
}

/** One part at a time; the address says which. */
function turn() {
  const asked = location.hash.slice(1);
  const open = PARTS.includes(asked) ? asked : PARTS[0];
  for (const id of PARTS) at(id).hidden = id !== open;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${open}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
  if (open === "games") parts[3].open();
}

addEventListener("hashchange", turn);
turn();
