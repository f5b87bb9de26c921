// The report of a game that is over: the chances to win as a picture that the box has drawn, and some sentences.
// Law: the page asks for the report again and again until it is there, or nobody wants it any more.

import { element } from "./columns.js";

/** Fetches a path; `null` if that failed: then a sentence has told why. @typedef {(path: string) => Promise<Response | null>} Ask */

/** The report that is wanted; `curve`: drawn, once it is there. @typedef {{ path: string, curve: live.DrawnCurve | null }} Wanted */

/** Between two looks at a report that is being made. */
const AGAIN_MS = 2000;
/** A narrower room, in rem, gets the picture for a phone. */
const WIDE_REM = 40;

/** Which of the sentences to each seat are shown, too. @typedef {(players: string[][]) => string[]} Picks */

/** A report in `room`; `ask` fetches a path; if that fails, `gone` is called. @param {HTMLElement} room @param {Ask} ask @param {() => void} gone @param {Picks} picks */
export function makeReport(room, ask, gone, picks = () => []) {
  const drawing = element("div", "shown"), marks = element("ol", "marks"), said = element("ul", "sentences");
  const hindsight = element("div", "hindsight", drawing, marks, said), reckoning = element("p", "reckoning");
  let /** @type {Wanted | null} */ wanted = null;

  reckoning.setAttribute("role", "status");
  room.append(reckoning, hindsight);
  new ResizeObserver(draw).observe(hindsight);

  /** @param {string} path @param {Said} words */
  function open(path, words) {
    wanted = { path, curve: null };
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
    const { curve, sentences, players } = /** @type {live.Hindsight} */ (await answer.json());
    if (wanted !== mine) return;
    if (!curve) return void setTimeout(look, AGAIN_MS, mine);
    mine.curve = curve;
    reckoning.hidden = true;
    hindsight.hidden = false;
    marks.replaceChildren(...curve.marks.map((mark) => element("li", "", mark)));
    said.replaceChildren(...[...picks(players), ...sentences].map((sentence) => element("li", "", sentence)));
    draw();
  }

  function draw() {
    if (!wanted?.curve) return;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const drawn = hindsight.clientWidth < WIDE_REM * rem ? wanted.curve.narrow : wanted.curve.wide;
    drawing.replaceChildren(new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement);
  }

  function close() {
    wanted = null;
  }

  return { open, close };
}
