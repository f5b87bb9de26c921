// Papers to leaf through, as with the table key at the box: by hand, or by themselves if there is no room for all.
// Law: a page that somebody has turned to stays until they start the turning again.

import { roomOf } from "/board/svg.js";
import { papers } from "./columns.js";

const LEAF_MS = 9000;

/**
 * Show the papers of a page side by side in `room`; those with the same title are one leaf.
 * @param {HTMLElement} room @param {HTMLButtonElement} previous @param {HTMLButtonElement} pause @param {HTMLButtonElement} next
 */
export function makeLeaves(room, previous, pause, next) {
  let /** @type {HTMLElement[]} */ leaves = [], first = 0, timer = 0;

  /** @param {live.Page[]} all @param {live.PageSeat[]} seats */
  function show(all, seats) {
    leaves = papers(all, seats);
    draw();
  }

  function draw() {
    room.replaceChildren(...leaves.slice(first % leaves.length), ...leaves.slice(0, first % leaves.length));
    roomOf(room).classList.toggle("is-cut", isCut());
  }

  /** Whether some leaves have no room and are not seen. */
  function isCut() {
    const last = /** @type {HTMLElement | null} */ (room.lastElementChild);
    return last !== null && last.offsetTop >= room.offsetTop + room.clientHeight;
  }

  /** @param {number} by */
  function turn(by) {
    first = (first + by + leaves.length) % leaves.length;
    draw();
  }

  /** @param {boolean} isStill */
  function hold(isStill) {
    pause.setAttribute("aria-pressed", String(isStill));
    clearInterval(timer);
    if (!isStill) timer = setInterval(() => isCut() && turn(1), LEAF_MS);
  }

  /** @param {number} by */
  function turnByHand(by) {
    hold(true);
    turn(by);
  }

  previous.onclick = () => turnByHand(-1);
  next.onclick = () => turnByHand(1);
  pause.onclick = () => hold(pause.getAttribute("aria-pressed") === "false");
  new ResizeObserver(draw).observe(room);
  hold(matchMedia("(prefers-reduced-motion: reduce)").matches);
  return { show };
}
