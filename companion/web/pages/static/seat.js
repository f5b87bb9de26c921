// The seat page: a phone that stands for a pair of the box's keys.
// Laws: it knows no game; the seat may answer by keys or page, and the first answer counts; secrets are covered until
// the player wants to look.

import { makeAnswer } from "./answer.js";
import { makeAwake } from "./awake.js";
import { makeBell } from "./bell.js";
import { listed, papers } from "./columns.js";
import { emblem, pictured } from "./crest.js";
import { makeDraft } from "./draft.js";
import { items } from "./items.js";
import { makeLanguage } from "./language.js";
import { makeOwnReport } from "./own_report.js";
import { makeSecrets } from "./secrets.js";
import { makeSit } from "./sit.js";
import { makeSmallBoard } from "./small_board.js";
import { keepWire, NO_SEAT } from "./wire.js";
import { makeVoice } from "./voice.js";
import { aloud, makeTeller, speak } from "./words.js";

/** @type {At<ids.Seat>} */
const at = (id) => /** @type {any} */ (document.getElementById(id));  // its type is the page's HTML's
/** The shortest time for which a sentence to this phone is shown, whatever happens meanwhile. */
const TOLD_MS = 4000;
const KEYS = /[●○]/;  // a phone has no such keys: sentences about them are for people at the box

let /** @type {Said} */ words = { away: "box not reachable" };
let /** @type {live.PublicView | null} */ table = null, /** @type {live.Own | null} */ own = null;
let /** @type {Map<string, string>} */ spaces = new Map(), toldAt = 0;

const voice = makeVoice(at("voice"), () => aloud(table?.standing ?? []), true);
const showLanguage = makeLanguage(at("reads"));
const teller = makeTeller(at("aloud"), voice.hear);
const send = keepWire("/live?as=seat", { hello, table: takeTable, own: takeOwn, told, away, shut });
const draft = makeDraft(send, {
  isMeant: () => answer.meant() > 0, lost: () => say(words.meanwhile),
  unheard: () => say(words.unheard), unsure: () => say(words.unsure),
});
const answer = makeAnswer(at, draft, { changed: show, unheard: () => say(words.away), tell: teller.say });
const secrets = makeSecrets(
  { section: at("private"), button: at("look"), room: at("secrets"), armed: at("armed") },
  { changed: show, arm: answer.arm, opened: (page) => voice.read(aloud(page.said)) },
);
const sit = makeSit(
  { section: at("sit"), how: at("how"), next: at("next"), join: at("join"), form: at("naming"), name: at("name"), colour: at("colour") },
  send,
);
const report = makeOwnReport(
  { section: at("report"), button: at("open-report"), room: at("hindsight") }, (isAway) => say(isAway ? words.away : words.failed),
);
const awake = makeAwake(at("awake"), at("film"));
const bell = makeBell(at("ring"), at("shake"));
const board = makeSmallBoard(at("board"), at("pieces"), answer.tap);

/** @param {live.Hello} greeting */
function hello(greeting) {
  const { language, board: laid } = greeting;
  words = greeting.words;
  spaces = new Map(laid.spaces.map(({ id, label }) => [id, label || id]));
  speak(words, language);
  showLanguage(greeting);
  awake.speak(words);
  board.lay(laid);
  draft.begin();
}

/** @param {live.PublicView} shown */
function takeTable(shown) {
  table = shown;
  document.body.dataset.stage = shown.stage;
  document.body.classList.toggle("asleep", shown.is_asleep);
  at("state").textContent = shown.busy || (shown.page.is_saved ? "" : words.unsaved);
  show();
}

/** @param {live.Own} next */
function takeOwn(next) {
  if (own?.moment !== next.moment && Date.now() - toldAt > TOLD_MS) say("");
  if (!draft.take(next)) return;
  own = next;
  show();
}

/** @param {live.ReplyResult} result */
function told({ sentence }) {
  draft.told(sentence);
  say(sentence);
}

/** @param {string} sentence */
function say(sentence) {
  toldAt = Date.now();
  at("told").textContent = sentence;
}

/** @param {boolean} isAway */
function away(isAway) {
  document.body.classList.toggle("away", isAway);
  at("state").textContent = isAway ? words.away : "";
}

/** This phone has no seat; or another phone has taken it over, which the page says first. @param {number} why */
function shut(why) {
  if (why === NO_SEAT || !own) return location.replace("/s");
  at("state").textContent = "";
  document.body.classList.add("gate");
  at("taken").focus();
}

function show() {
  if (!own || !table) return;
  document.body.classList.remove("waiting");
  const isPlaying = own.seat !== null;
  document.body.classList.toggle("playing", isPlaying);
  const { page } = table;
  answer.show(own, words, look(page));
  const paper = answer.paper();
  document.body.classList.toggle("asked", paper !== null);
  const { pair } = own, me = page.seats.find((each) => each.pair === pair);
  showMe(me ?? { ...own, has: "" }, paper);
  showTurn(paper ? paper.page : page, paper, table, isPlaying && me?.is_bot ? words.bot_plays : "");
  showPast(paper, table);
  secrets.show(own, { meant: answer.meant(), isBegun: answer.isAside() || answer.path().length > 0 }, words);
  report.show(own.seat, table, words);
  board.show(answer.marked(paper ? paper.page : page), true);
  if (isPlaying) sit.hide();
  else sit.show(own, table.stage === "playing", words);
}

/** @param {live.Page} page */
function look({ seats }) {
  return { isCovered: secrets.isCovered(), seats, labels: (/** @type {string} */ id) => spaces.get(id) ?? id };
}

/**
 * Whose phone this is, and how it stands.
 * @param {Pick<live.PageSeat, "name" | "colour" | "pair" | "has">} me @param {live.QuestionForm | null} paper
 */
function showMe({ name, colour, pair, has }, paper) {
  const mine = paper?.page.seats.find((each) => each.pair === pair);
  at("me").replaceChildren(emblem({ pair, colour }), name);
  at("has").textContent = has || (secrets.isCovered() ? "" : mine?.has) || "";
  document.title = `${paper ? `${paper.page.title} · ` : ""}${name}`;
}

/**
 * Show the question to this seat, or the one that the table waits for; below it news, or that a bot plays here.
 * @param {live.Page} page @param {live.QuestionForm | null} paper @param {live.PublicView} table @param {string} bot
 */
function showTurn({ title, sign, who, number, caption, is_draft: isDraft, lines: all, notice: any, table: lies, said: sentences }, paper, table, bot) {
  const lines = table.stage === "joining" ? [] : withoutKeys(all), notice = KEYS.test(any) ? "" : any;
  const { seats } = table.page;
  const isBlank = isDraft && paper?.kind === "list" && answer.path().length === 0;
  const hides = isBlank || (Boolean(paper?.is_secret) && secrets.isCovered());
  const turn = seats.find(({ seat }) => seat === who);
  const isMine = turn?.pair === own?.pair && !bot;
  at("who").replaceChildren(...(turn ? [emblem(turn), isMine && paper ? words.you : turn.name] : []));
  at("asked").replaceChildren(title, ...pictured(sign));
  const [big, small] = at("number").children;
  [big.textContent, small.textContent] = hides ? ["", ""] : [number, caption];
  at("number").className = `${isDraft ? "draft" : ""} ${number.length > 4 ? "wordy" : ""}`;
  at("number").hidden = hides || (!number && !caption);
  at("lines").replaceChildren(listed(hides ? [] : lines, seats));
  at("lines").className = isDraft && !number && lines.length && !hides ? "draft" : "";
  at("items").replaceChildren(...items({ table: lies, seats }, words));
  at("news").textContent = notice || bot || newsBelow(paper, table);
  const rule = (paper ?? table).rule;
  at("help").hidden = !rule;
  at("rule").textContent = rule;
  const said = aloud(hides ? sentences.slice(0, 1) : sentences);
  bell.asked(isMine && paper !== null);
  teller.turn(isMine && paper ? `${words.you}. ${said}` : said, { who, is_draft: isDraft }, isMine && paper !== null);
}

/** @param {string[][]} lines */
function withoutKeys(lines) {
  return lines.filter((line) => !KEYS.test(line.join("")));
}

/**
 * The news below the question: what the box tells now; or what to do if a choice leads nowhere; or, without a question
 * or beside an aside, the last event. @param {live.QuestionForm | null} paper @param {live.PublicView} table
 */
function newsBelow(paper, { page, is_telling: isTelling, log }) {
  if (isTelling) return paper ? aloud(page.said) : "";
  if (answer.isStuck()) return words.stuck;
  return paper && !answer.isAside() ? "" : (log[0] ?? "").replace("\t", " ");
}

/** A seat that is not asked sees the standings, and at the end the summary, but only when the box has told all news. @param {live.QuestionForm | null} paper @param {live.PublicView} table */
function showPast(paper, table) {
  at("past").hidden = paper !== null;
  if (!paper && !table.is_telling) at("past").replaceChildren(...papers(table.papers, table.page.seats));
}
