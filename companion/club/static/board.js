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

/** The season that somebody has chosen; without one, it is that of today. */
const chosen = new URLSearchParams(location.search).get("season");

let /** @type {Said} */ words = {}, language = "en";
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
  const about = state.stage === "playing" ? state.title : words[state.stage], isOver = state.stage === "over";
  const title = element("h3", "", element("span", "", box), element("small", "", isOver ? "" : state.progress));
  const line = element("p", "about", isOnline ? [state.game, about].filter(Boolean).join(" · ") : words.away);
  const rows = Object.entries(state.seats).map(([seat, who]) => sitter(seat, who, state));
  const sitters = element("ul", "sitters", ...rows.filter((row) => !isOver || row.classList.contains("winner")));
  return element("li", `${state.stage}${isOnline ? "" : " gone"}`, title, line, sitters);
}

/** @param {club.TableEntry} told */
function rank({ is_online: isOnline, state }) {
  return STAGES.indexOf(state.stage) + (isOnline ? 0 : STAGES.length);
}

/** @param {club.SeasonRow} row */
function player({ place, name, level, games, wins, rating }) {
  return element("tr", "", ...[place, name || words[level], games, wins, rating.toFixed(1)].map((cell) => element("td", "", String(cell))));
}

/** A table of one game, or of all. @param {club.RatingTable} told */
function rating({ game, rows }) {
  const head = ["place", "player", "games", "wins", "rating"].map((key) => {
    const cell = element("th", "", key === "place" ? element("span", "aloud", words[key]) : words[key]);
    cell.setAttribute("scope", "col");
    return cell;
  });
  return element("section", "rating", element("h3", "", game || words.all_games),
    element("table", "", element("thead", "", element("tr", "", ...head)), element("tbody", "", ...rows.map(player))));
}

/** The season to show: the chosen one, else the last that has begun. @param {club.ShownSeason[]} seasons */
function seasonOf(seasons) {
  const today = new Date().toLocaleDateString("sv");  // Swedish dates are ISO 8601
  return seasons.find(({ name }) => name === chosen) ?? seasons.findLast(({ begins }) => begins <= today) ?? seasons[0];
}

/** @param {string} day */
function date(day) {
  return new Date(`${day}T12:00`);
}

/** @param {club.ShownSeason} shown @param {club.ShownSeason[]} seasons */
function showSeason(shown, seasons) {
  const long = new Intl.DateTimeFormat(language, { dateStyle: "long" });
  const days = shown.begins ? long.formatRange(date(shown.begins), date(shown.ends)) : "";
  at("season-title").textContent = shown.name || words.season;
  at("days").replaceChildren(...(days ? [element("span", "", days)] : []),
    element("span", "paper", `${words.as_of} ${long.format(new Date())}`));
  at("no-games").hidden = shown.games > 0;
  at("seasons").hidden = seasons.length < 2;
  draw("seasons", seasons, ({ name }) => {
    const link = element("a", "", name);
    link.href = `?season=${encodeURIComponent(name)}`;
    if (name === shown.name) link.setAttribute("aria-current", "page");
    return link;
  });
  draw("season", shown.tables, rating);
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
 * @param {"tables" | "seasons" | "season" | "latest"} id @param {Told[]} told @param {(told: Told) => HTMLElement} make
 */
function draw(id, told, make) {
  const now = JSON.stringify(told);
  if (drawn.get(id) === now) return;
  drawn.set(id, now);
  at(id).replaceChildren(...told.map(make));
}

/** @param {club.BoardContent} now */
function show(now) {
  ({ words, language } = now);
  speak(words, now.language);
  document.title = words.title;
  draw("tables", now.tables.toSorted((a, b) => rank(a) - rank(b)), table);
  showSeason(seasonOf(now.seasons), now.seasons);
  draw("latest", now.latest, result);
  at("no-tables").hidden = now.tables.length > 0;
  showPart();
  at("refused").textContent = now.refused ? `${words.refused}: ${now.refused}` : "";
  tell(now.fault ? words.no_broker : "");
}

/** @param {string} sentence */
function tell(sentence) {
  at("state").textContent = sentence;
  document.body.classList.toggle("away", Boolean(sentence));
}

/** Whether it is all seen in its list, below what stays at the top there. @param {Element} item @param {Element} list */
function isSeen(item, list) {
  const own = item.getBoundingClientRect(), room = list.getBoundingClientRect();
  return own.top >= room.top - 1 && own.bottom <= room.bottom + 1;
}

/** Nobody scrolls a screen on a wall: a list that is too long turns over by itself, unless somebody uses it. The first
 * item that was not all seen begins the next page; after the last page comes the first. @param {Element} list */
function turnOver(list) {
  if (list.matches(":hover, :focus-within")) return;
  const items = Array.from(list.querySelectorAll(":scope > li, tbody > tr")), seen = items.map((item) => isSeen(item, list));
  const next = items.find((_, at) => at > seen.indexOf(true) && seen.includes(true) && !seen[at]);
  if (next) {
    const rated = next.closest(".rating"), heads = rated ? Array.from(rated.querySelectorAll("h3, thead")) : [];
    const head = heads.reduce((sum, each) => sum + each.getBoundingClientRect().height, 0);
    list.scrollTop += next.getBoundingClientRect().top - list.getBoundingClientRect().top - head;
  } else list.scrollTop = 0;
}

/** Which of all tables are seen now. */
function showPart() {
  const items = Array.from(at("tables").children), seen = items.map((item) => isSeen(item, at("tables")));
  const first = seen.indexOf(true), last = seen.lastIndexOf(true);
  at("part").textContent = first < 0 || last - first === items.length - 1 ? "" : `${first + 1}–${last + 1} / ${items.length}`;
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

at("print").onclick = () => print();
at("tables").onscroll = showPart;
look();
setInterval(() => document.querySelectorAll("#tables, #standings, #latest").forEach(turnOver), PAGE_MS);
