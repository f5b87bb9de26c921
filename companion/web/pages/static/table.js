// The table page: what everybody may see, for a tablet, a television or any browser near the box.
// Laws: it knows no game; while the box tells news, the page shows nothing that happened later; if the box cannot be
// reached, the page says so.

import { makeBoard } from "/board/board.js";
import { roomOf } from "/board/svg.js";
import { element, listed, named, tells } from "./columns.js";
import { emblem, pictured } from "./crest.js";
import { drawCurve } from "./curve.js";
import { items } from "./items.js";
import { makeLanguage } from "./language.js";
import { makeLeaves } from "./leaves.js";
import { makePieces } from "./pieces.js";
import { makeReport } from "./report.js";
import { showWifi } from "./way_in.js";
import { keepWire } from "./wire.js";
import { makeVoice } from "./voice.js";
import { aloud, makeTeller, speak } from "./words.js";

/** @type {At<ids.Table>} */
const at = (id) => /** @type {any} */ (document.getElementById(id));  // its type is the page's HTML's
const voice = makeVoice(at("voice"), () => aloud(newest?.standing ?? []));
const showLanguage = makeLanguage(at("reads"));
const teller = makeTeller(at("aloud"), voice.hear);
const leaves = makeLeaves(at("papers"), at("previous"), at("pause"), at("next"));
const pieces = makePieces(at("pieces"));
const drawBoard = makeBoard(at("board"), { drawn: pieces.lay });
const report = makeReport(at("hindsight"), ask, closeReport);

let /** @type {Said} */ words = { away: "box not reachable" };
let /** @type {live.PublicView | null} */ newest = null;
/** Pieces do not move for the first picture after a connection begins: they were there already. */
let isNews = false;

keepWire("/live", { hello, table, away });
at("address").textContent = `${location.host}/seat`;
showWifi(at("wifi"), at("wifi-code"), at("wifi-told"));

/** @param {live.Hello} greeting */
function hello(greeting) {
  const { language, board } = greeting;
  words = greeting.words;
  isNews = false;
  speak(words, language);
  showLanguage(greeting);
  at("title").textContent = board.title;
  drawBoard(board);
}

/** @param {live.PublicView} shown */
function table(shown) {
  const { page, stage, is_telling: isTelling, is_asleep: isAsleep } = shown;
  const before = newest, isFirst = before?.stage !== stage;
  const isSameEnd = !isFirst && stage === "over" && String(before.log) === String(shown.log);
  newest = shown;
  document.body.dataset.stage = stage;
  document.body.classList.toggle("asleep", isAsleep);
  at("open-report").hidden = stage !== "over";
  if (!isSameEnd && !at("report").hidden) closeReport();
  at("state").textContent = isAsleep ? words.asleep : shown.busy || (page.is_saved ? "" : words.unsaved);
  showTurn(page, stage);
  at("items").hidden = page.table.length === 0;
  at("items").replaceChildren(...items(page, words));
  showSeats(page, stage, shown.odds);
  showStanding(page);
  pieces.show(page, isNews);
  isNews = true;
  if (isFirst || !isTelling) showPast(shown);
  document.title = [titleOf(page), at("title").textContent].join(" · ");
  teller.turn(aloud([...page.said, ...page.said_of_keys]), page, page.who !== null);
}

/** @param {live.Page} page */
function titleOf({ who, seats, title }) {
  const seat = seats.find((each) => each.seat === who);
  return seat ? `${seat.name}: ${title}` : title;
}

/** Whose turn it is and what is asked. @param {live.Page} page @param {string} stage */
function showTurn({ title, sign, who, number, caption, is_draft: isDraft, position, lines, seats, notice, keys, types, bar }, stage) {
  const seat = seats.find((each) => each.seat === who);
  const winners = stage === "over" ? seats.filter((each) => each.is_in) : [];
  at("who").replaceChildren(...winners.map(emblem), ...(seat ? [emblem(seat), element("span", "", seat.name)] : []));
  at("who").className = seat && seat.name.length > 10 ? "wordy" : "";
  at("asked").replaceChildren(title, ...pictured(sign), ...(position ? [" ", element("small", "", position.join("/"))] : []));
  const [big, small] = at("number").children;
  [big.textContent, small.textContent] = [number, caption];
  at("number").className = `${isDraft ? "draft" : ""} ${number.length > 4 ? "wordy" : ""}`;
  at("number").hidden = !number && !caption;
  at("lines").className = isDraft && !number ? "draft" : "";
  at("lines").replaceChildren(listed(lines, seats));
  at("lines").hidden = lines.length === 0;
  at("keys").replaceChildren(...types.map((value, i) => keyOf("green typed", i + 1, value)),
    ...[["green", "tap"], ["green", "hold"], ["red", "tap"], ["red", "hold"]].map(([colour, how]) => ({ colour, how, does: keys[`${colour}_${how}`] }))
      .filter(({ colour, how, does }) => does && !(types.length && colour === "green" && how === "tap"))
      .map(({ colour, how, does }) => keyOf(colour, words[how], does)),
    ...(keys.instead ? [element("em", "", keys.instead)] : []));
  at("notice").textContent = notice;
  at("bar").hidden = !bar;
  if (bar) at("bar").style.transform = `scaleX(${bar[1]})`;
}

/** What a key does, or types. @param {string} colour @param {string | number} how @param {string} does */
function keyOf(colour, how, does) {
  return element("span", colour, element("small", "", String(how)), ` ${does}`);
}

/** Show who plays, how each player stands, and who waits; at the end the ranking shows this. @param {live.Page} page @param {string} stage @param {number[]} odds */
function showSeats({ seats, who, missing, lines }, stage, odds) {
  const isRanked = stage === "over" && seats.every((seat) => lines.flat().some((word) => tells(word, seat)));
  document.body.classList.toggle("is-ranked", isRanked);
  document.body.classList.toggle("crowded", seats.length > 4);
  document.body.classList.toggle("no-seats", seats.length === 0);
  at("seats").replaceChildren(...seats.map((seat) => {
    const isWinner = stage === "over" && seat.is_in;
    const waits = stage === "playing" && (!seat.is_in || seat.sits_out);
    const isAsked = seat.seat === who || missing.includes(seat.seat);
    const row = element("li", `${isAsked ? "on-turn" : ""} ${waits ? "waits" : ""} ${isWinner ? "winner" : ""}`,
      emblem(seat), element("b", "", seat.name),
      ...(seat.is_bot ? [element("small", "", words.bot)] : []),
      ...(waits ? [element("small", "", words.waits)] : []),
      ...(odds.length ? [chance(odds[seat.seat - 1])] : []), element("span", "has", seat.has));
    if (isAsked) row.setAttribute("aria-current", "true");
    return row;
  }));
}

/** How likely a player is to win. @param {number | undefined} percent */
function chance(percent) {
  const said = element("small", "odds", element("span", "aloud", `${words.odds} `), `${percent} %`);
  said.title = words.odds ?? "";
  return said;
}

/** List where each piece stands, for people who do not see the board. @param {live.Page} page */
function showStanding({ pieces: standing, seats }) {
  at("standing").replaceChildren(...standing.map(({ seat, name, space }) => {
    const owner = seats.find((each) => each.seat === seat);
    return element("li", "", `${[owner?.name, name].filter(Boolean).join(", ")}: ${space}`);
  }));
}

/** Show what has happened, the papers, and how all players have done. @param {live.PublicView} shown */
function showPast({ page: { seats }, log, papers, curves }) {
  at("log").replaceChildren(...log.map((line) => {
    const [first, ...rest] = line.split("\t");
    return element("li", "", named(first, seats), ` ${rest.join(" ")}`);
  }));
  leaves.show(papers.filter(({ title }) => title !== curves[0]?.name), seats);
  document.body.classList.toggle("has-papers", papers.length > 0);
  document.body.classList.toggle("has-curve", curves.length > 0);
  at("curve-title").textContent = curves[0]?.name ?? "";
  if (curves.length) drawCurve(at("curve"), curves[0], seats);
}

/** Show the report of the game that has just ended, in place of its board. */
function openReport() {
  showReport(true);
  report.open("/report", words);
  at("report").scrollIntoView({ block: "nearest" });
  at("report-title").focus({ preventScroll: true });
}

function closeReport() {
  report.close();
  const hadFocus = at("report").contains(document.activeElement);
  showReport(false);
  if (hadFocus) at("open-report").focus();
}

/** @param {boolean} isOpen */
function showReport(isOpen) {
  at("report").hidden = !isOpen;
  at("open-report").setAttribute("aria-expanded", String(isOpen));
  document.body.classList.toggle("is-reporting", isOpen);
}

/** Fetch `path`; `null` if that failed: then a sentence tells why. @param {string} path */
async function ask(path) {
  try {
    const answer = await fetch(path);
    if (answer.ok) return answer;
    at("notice").textContent = words.failed;
  } catch {
    at("notice").textContent = words.away;
  }
  return null;
}

/** @param {boolean} isAway */
function away(isAway) {
  document.body.classList.toggle("away", isAway);
  if (isAway) at("state").textContent = words.away;
  isNews = false;
}

at("open-report").onclick = () => (at("report").hidden ? openReport() : closeReport());
at("close-report").onclick = closeReport;
new ResizeObserver(() => void (newest && showPast(newest))).observe(roomOf(at("curve")));
