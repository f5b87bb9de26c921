// The board's numbers, one after the other, with a picture of what is to be counted.
// Laws: the picture shows the board with the numbers in the form; nothing is kept until all numbers are sent together;
// during a game, or before somebody has looked at every number, the page lists the changes and asks first.

import { makeBoard } from "/board/board.js";
import { roomOf, svg } from "/board/svg.js";
import { element } from "./columns.js";
import { makeStepper } from "./owner_fields.js";

/** @import { Cell, Point } from "/board/course.js" */

const PAUSE_MS = 200;

/** @param {At<ids.Owner>} at @param {(wish: Order) => boolean} order @param {(sentence: string) => void} say */
export function makeCheck(at, order, say) {
  let /** @type {Said} */ words = {}, /** @type {live.BoardNumber[]} */ numbers = [], nth = 0, known = "", timer = 0;
  /** For each number: its value in the form, and the spaces on the board where it stands. */
  let /** @type {number[]} */ values = [], /** @type {string[][]} */ places = [];
  /** The numbers that were looked at, and whether a game is on. */
  let /** @type {Set<number>} */ looked = new Set(), isPlaying = false;
  let /** @type {Map<string, Cell>} */ cells = new Map(), road = 0, /** @type {live.Space[]} */ spaces = [];

  const draw = makeBoard(at("board"), {
    drawn(laid, wide) {
      [cells, road] = [laid, wide];
      mark();
    },
  });
  makeStepper(at("numbers"), at("number"), changed);
  at("number").addEventListener("input", changed);
  at("previous").onclick = () => turn(-1);
  at("following").onclick = () => turn(1);
  at("numbers").addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter !== at("keep-board")) turn(1);  // Enter in the number's field
    else if (isPlaying || looked.size < numbers.length) ask();
    else keep();
  });
  at("not-yet").onclick = () => {
    at("sure").hidden = true;
    at("keep-board").focus();
  };
  at("keep-anyway").onclick = keep;

  function keep() {
    at("sure").hidden = true;
    order({ order: "keep", values });
  }

  /** Ask whether to keep this board, and list what would change. */
  function ask() {
    const changes = numbers.flatMap(({ name, value }, i) => (value === values[i] ? [] : [`${name}: ${value} → ${values[i]}`]));
    at("sure-of").textContent = changes.length ? words.differs : words.differs_not;
    at("differences").replaceChildren(...changes.map((change) => element("li", "", change)));
    at("looked-at").textContent = looked.size < numbers.length ? `${words.looked_at} ${looked.size}/${numbers.length}` : "";
    at("own-board").hidden = !isPlaying;
    at("sure").hidden = false;
    at("sure-of").focus();
  }

  /** @param {live.Hello} hello */
  function hello({ words: told, board }) {
    words = told;
    lay(board);
    if (numbers.some(({ value }, i) => value !== values[i])) tryOut();
  }

  /** @param {live.PublicView} shown */
  function seen({ stage }) {
    isPlaying = stage === "playing";
  }

  /** @param {live.Owned} owned */
  function show({ numbers: next, is_confirmed: isConfirmed }) {
    document.body.classList.toggle("has-numbers", next.length > 0);
    const frame = /** @type {HTMLElement} */ (at("check").querySelector(".frame"));
    at("numbers").hidden = frame.hidden = next.length === 0;
    at("no-numbers").hidden = next.length > 0;
    at("anew").textContent = isConfirmed ? words.anew : `${words.unchecked} ${words.anew}`;
    if (JSON.stringify(next) === known) return;
    known = JSON.stringify(next);
    numbers = next;
    values = next.map(({ value }) => value);
    places = next.map((each) => each.at);
    looked = new Set();
    at("sure").hidden = true;
    nth = Math.min(nth, Math.max(next.length - 1, 0));
    if (next.length) showNumber();
  }

  function showNumber() {
    const { name, caption, counted } = numbers[nth];
    at("measure").textContent = name;
    at("counted").textContent = [caption, counted].filter(Boolean).join(" · ");
    at("number").value = String(values[nth]);
    at("position").textContent = `${nth + 1}/${numbers.length}`;
    at("previous").disabled = nth === 0;
    at("following").disabled = nth === numbers.length - 1;
    looked.add(nth);
    mark();
  }

  /** @param {number} by */
  function turn(by) {
    nth = Math.max(0, Math.min(numbers.length - 1, nth + by));
    showNumber();
  }

  function changed() {
    const value = Number(at("number").value);
    if (!at("number").checkValidity() || !Number.isInteger(value)) return;
    values[nth] = value;
    at("sure").hidden = true;
    mark();
    clearTimeout(timer);
    timer = setTimeout(tryOut, PAUSE_MS);
  }

  /** Ask the box how the board would look with these numbers. */
  async function tryOut() {
    const asked = values.join();
    try {
      const answer = await fetch(`/owner/board?values=${asked}`);
      if (asked !== values.join()) return;
      at("unfit").textContent = answer.ok ? "" : await answer.text();
      if (!answer.ok) return;
      const { board, at: where } = /** @type {live.Drawn} */ (await answer.json());
      places = where;
      lay(board);
    } catch {
      say(words.away);
    }
  }

  /** @param {live.DrawnBoard} board */
  function lay(board) {
    spaces = board.spaces;
    draw(board);
  }

  /** What is asked shines; the spaces that lead to it are numbered. */
  function mark() {
    const { width, height } = roomOf(at("marks")).getBoundingClientRect();
    at("marks").setAttribute("viewBox", `0 0 ${width} ${height}`);
    at("marks").replaceChildren(...(numbers.length && width ? drawn(numbers[nth], width, height) : []));
  }

  /** @param {live.BoardNumber} number @param {number} width @param {number} height */
  function drawn({ is_space: isSpace, name }, width, height) {
    if (isSpace) return counted(values[nth]);
    const here = places[nth].flatMap((id) => cells.get(id) ?? []).map(ring);
    return places[nth].length ? here : [cards(name, width, height)];
  }

  /** @param {number} value */
  function counted(value) {
    const line = spaces.flatMap(({ id, role }) => (role === "podium" ? [] : cells.get(id) ?? [])).slice(0, value + 1);
    const marks = line.map(dot);
    return line.length > value ? [...marks.slice(0, -1), ring(line[value]), marks[value]] : marks;
  }

  /** @param {Point} spot @param {number} i */
  function dot({ x, y }, i) {
    const size = Math.max(Math.min(road * 0.34, 15), 8);
    return svg("g", { class: "dot", transform: `translate(${x} ${y})` },
      svg("circle", { r: size * 0.8 }), svg("text", { y: size * 0.36, "font-size": size }, String(i)));
  }

  /** @param {Point} spot */
  function ring({ x, y }) {
    return svg("circle", { class: "ring", cx: x, cy: y, r: Math.max(road * 0.62, 14) });
  }

  /** Cards lie beside the board. @param {string} name @param {number} width @param {number} height */
  function cards(name, width, height) {
    const tall = Math.min(height * 0.5, width * 0.4), wide = tall * 0.66;
    const card = (/** @type {number} */ turn, /** @type {SVGElement[]} */ ...more) => svg("g", { transform: `rotate(${turn})` },
      svg("rect", { x: -wide / 2, y: -tall, width: wide, height: tall, rx: tall * 0.07 }), ...more);
    const label = svg("text", { y: -tall * 0.46, "font-size": Math.min(tall * 0.16, (wide * 1.5) / name.length) }, name);
    const fan = { transform: `translate(${width / 2} ${height / 2 + tall * 0.55})` };
    return svg("g", { class: "cards" },
      svg("path", { class: "veil", d: `M0 0H${width}V${height}H0Z` }), svg("g", fan, card(-16), card(16), card(0, label)));
  }

  new ResizeObserver(mark).observe(roomOf(at("marks")));
  return { hello, seen, show };
}
