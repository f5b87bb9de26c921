// The report of a game that is over: the chances to win as a curve, and some sentences.
// Law: the page asks for the report again and again until it is there, or nobody wants it any more.

import { svg } from "/board/svg.js";
import { element } from "./columns.js";
import { drawCurve } from "./curve.js";

/** Fetches a path; `null` if that failed: then a sentence has told why. @typedef {(path: string) => Promise<Response | null>} Ask */
/** The report that is wanted; `line`: its curve, once it is there. @typedef {{ path: string, seats: live.PageSeat[], line: live.CurveLine | null }} Wanted */

/** Between two looks at a report that is being made. */
const AGAIN_MS = 2000;

/** Which of the sentences to each seat are shown, too. @typedef {(players: string[][]) => string[]} Picks */

/** A report in `room`; `ask` fetches a path; if that fails, `gone` is called. @param {HTMLElement} room @param {Ask} ask @param {() => void} gone @param {Picks} picks */
export function makeReport(room, ask, gone, picks = () => []) {
  const title = element("p", "chances"), curve = svg("svg", { class: "curve", role: "img" });
  const drawing = element("div", "drawing", curve), said = element("ul", "sentences");
  const hindsight = element("div", "hindsight", title, drawing, said), reckoning = element("p", "reckoning");
  let /** @type {Wanted | null} */ wanted = null;

  reckoning.setAttribute("role", "status");
  room.append(reckoning, hindsight);
  new ResizeObserver(draw).observe(drawing);

  /** @param {string} path @param {live.PageSeat[]} seats @param {Said} words */
  function open(path, seats, words) {
    wanted = { path, seats, line: null };
    hindsight.hidden = true;
    reckoning.hidden = false;
    reckoning.textContent = words.reckoning;
    look(wanted);
  }

  /** @param {Wanted} mine */
  async function look(mine) {
    const answer = wanted === mine ? await ask(mine.path) : null;
    if (wanted !== mine) return;
    if (!answer) return gone();
    const { curve: line, sentences, players } = /** @type {live.Hindsight} */ (await answer.json());
    if (wanted !== mine) return;
    if (!line) return void setTimeout(look, AGAIN_MS, mine);
    mine.line = line;
    reckoning.hidden = true;
    hindsight.hidden = false;
    title.textContent = line.name;
    said.replaceChildren(...[...picks(players), ...sentences].map((sentence) => element("li", "", sentence)));
    draw();
  }

  function draw() {
    if (wanted?.line) drawCurve(curve, wanted.line, wanted.seats);
  }

  function close() {
    wanted = null;
  }

  return { open, close };
}
