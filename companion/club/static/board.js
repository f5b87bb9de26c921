// The scoreboard: asks the club's computer every other second and draws what has changed.

import { element } from "/static/columns.js";
import { emblem } from "/static/crest.js";
import { speak } from "/static/words.js";

const EVERY_MS = 2000;
const PAGE_MS = 12000;
/** The signs of the box's six pairs of keys, in order: each has its own colour and shape. */
const COLOURS = ["red", "blue", "green", "yellow", "white", "violet"];
const STAGES = ["playing", "over", "joining"];
/** @type {At<ids.Club>} */
const at = (id) => /** @type {any} */ (document.getElementById(id));  // its type is the page's HTML's

let /** @type {Said} */ words = {};
const /** @type {Map<string, string>} */ drawn = new Map();

/** @param {string} colour */
function sign(colour) {
  return emblem({ colour, pair: COLOURS.indexOf(colour) + 1 });
}

/** @param {string} seat @param {club.PlayerEntry} who @param {club.TableState} state */
function sitter(seat, { name, colour, has }, { turn_seat: turn, winner }) {
  const row = element("li", "", sign(colour), element("b", "", name), element("span", "has", has));
  row.classList.toggle("on-turn", Number(seat) === turn);
  row.classList.toggle("winner", winner.split(", ").includes(name));
  return row;
}

/** @param {club.TableEntry} told */
function table({ box, is_online: isOnline, state }) {
  const about = state.stage === "playing" ? state.title : words[state.stage];
  const title = element("h3", "", element("span", "", box), element("small", "", state.progress));
  const line = element("p", "about", isOnline ? [state.game, about].filter(Boolean).join(" · ") : words.away);
  const sitters = element("ul", "sitters", ...Object.entries(state.seats).map(([seat, who]) => sitter(seat, who, state)));
  return element("li", isOnline ? "" : "gone", title, line, sitters);
}

/** @param {club.TableEntry} told */
function rank({ is_online: isOnline, state }) {
  return STAGES.indexOf(state.stage) + (isOnline ? 0 : STAGES.length);
}

/** @param {club.SeasonRow} row */
function player({ place, name, level, games, wins, rating }) {
  return element("tr", "", ...[place, name || words[level], games, wins, rating.toFixed(1)].map((cell) => element("td", "", String(cell))));
}

/** @param {club.EndedGame} ended */
function result({ title, box, came }) {
  const all = came.map(({ name, colour, has, place }) =>
    element("span", place === 1 ? "came first" : "came", sign(colour), element("b", "", name), has));
  return element("li", "", element("small", "", `${title} · ${box}`), ...all);
}

/**
 * Draw a part only if it has changed, so that a scrolled list stays where it is.
 * @template Told
 * @param {"tables" | "season" | "latest"} id @param {Told[]} told @param {(told: Told) => HTMLElement} make
 */
function draw(id, told, make) {
  const now = JSON.stringify(told);
  if (drawn.get(id) === now) return;
  drawn.set(id, now);
  at(id).replaceChildren(...told.map(make));
}

/** @param {club.BoardContent} now */
function show(now) {
  words = now.words;
  speak(words, now.language);
  document.title = words.title;
  draw("tables", now.tables.toSorted((a, b) => rank(a) - rank(b)), table);
  draw("season", now.season, player);
  draw("latest", now.latest, result);
  at("no-tables").hidden = now.tables.length > 0;
  at("no-games").hidden = now.games > 0;
  at("refused").textContent = now.refused ? `${words.refused}: ${now.refused}` : "";
  tell(now.fault ? words.no_broker : "");
}

/** @param {string} sentence */
function tell(sentence) {
  at("state").textContent = sentence;
  document.body.classList.toggle("away", Boolean(sentence));
}

/** Nobody scrolls a screen on a wall: a list that is too long scrolls by itself, unless somebody uses it. @param {Element} list */
function turnOver(list) {
  if (list.matches(":hover, :focus-within")) return;
  const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
  list.scrollTop = isAtEnd ? 0 : list.scrollTop + 0.85 * list.clientHeight;
}

async function look() {
  try {
    const answer = await fetch("/now");
    show(await answer.json());
  } catch {
    tell(words.no_club ?? "…");
  }
  setTimeout(look, EVERY_MS);
}

look();
setInterval(() => document.querySelectorAll("#tables, .scroll, #latest").forEach(turnOver), PAGE_MS);
