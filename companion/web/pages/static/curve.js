// How all players have done so far: a drawing with a line for each seat.
// Law: the drawing also says in words what it shows.

import { roomOf, svg } from "/board/svg.js";
import { crest } from "./crest.js";

/** Draw the curve as large as its room; `seats`: those of the page. @param {SVGSVGElement} drawing @param {live.CurveLine} line @param {live.PageSeat[]} seats */
export function drawCurve(drawing, { name, stages, counts }, seats) {
  const { width, height } = roomOf(drawing).getBoundingClientRect();
  const rem = parseFloat(getComputedStyle(drawing).fontSize);
  const most = roundUp(Math.max(1, ...counts.flat()));
  const digits = String(most).length * rem * 0.65;
  const [left, right, top, bottom] = [rem + digits, width - rem * 2.1 - digits, rem * 0.8, height - rem * 1.7];
  const x = (/** @type {number} */ stage) => left + ((right - left) * stage) / (stages.length - 1);
  const y = (/** @type {number} */ count) => bottom - ((bottom - top) * count) / most;
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  drawing.replaceChildren(
    svg("title", {}, read(name, stages, counts, seats)),
    ...[0, most / 2, most].map((count) => rule(count, left, right, y(count), rem)),
    ...named(stages).filter((_, nth, all) => isMarked(nth, all.length, (right - left) / (rem * 1.7)))
      .map(([stage, at]) => svg("text", { class: "stage", x: x(at), y: height - rem * 0.35 }, stage)),
    ...seats.flatMap((seat, i) => {
      const d = counts.map((row, at) => `${at ? "L" : "M"}${x(at)} ${y(row[i])}`).join("");
      return [svg("path", { class: "casing", d }), svg("path", { class: "line", "data-colour": seat.colour, d })];
    }),
    ...ends(seats, counts[counts.length - 1], y, rem, bottom).map(({ seat, count, at }) => svg("g", { transform: `translate(${right} ${at})` },
      svg("g", { transform: `translate(${rem * 1.05} 0) scale(${rem * 0.55})` }, crest(seat, String(seat.pair))),
      svg("text", { class: "count", x: rem * 1.85, y: rem * 0.36 }, String(count)))));
}

/** The stages that have a name, each with its index. @param {string[]} stages */
function named(stages) {
  return stages.map((stage, at) => /** @type {const} */ ([stage, at])).filter(([stage]) => stage);
}

/**
 * Where each seat's sign and count stand at the end of its line, so that none covers another.
 * @param {live.PageSeat[]} seats @param {number[]} last @param {(count: number) => number} y @param {number} rem @param {number} bottom
 */
function ends(seats, last, y, rem, bottom) {
  const ranked = seats.map((seat, i) => ({ seat, count: last[i], at: y(last[i]) })).sort((one, other) => one.at - other.at);
  const pitch = rem * 1.35;
  for (const [i, end] of ranked.entries()) end.at = Math.max(end.at, i ? ranked[i - 1].at + pitch : rem * 0.7);
  for (const [i, end] of ranked.reverse().entries()) end.at = Math.min(end.at, i ? ranked[i - 1].at - pitch : bottom + rem * 0.4);
  return ranked;
}

/** @param {number} count @param {number} left @param {number} right @param {number} y @param {number} rem */
function rule(count, left, right, y, rem) {
  return svg("g", { class: "rule" },
    svg("path", { d: `M${left} ${y}H${right}` }),
    svg("text", { x: left - rem * 0.5, y: y + rem * 0.33 }, String(count)));
}

/** Whether stage `at` is labelled: at most `most` of all, always the first and the last one. @param {number} at @param {number} count @param {number} most */
function isMarked(at, count, most) {
  const every = Math.ceil(count / most);
  return at === count - 1 || (at % every === 0 && count - 1 - at >= every);
}

/** Round up to 1, 2, 4, 6, 8 or 10 times a power of ten, at least 2. @param {number} most */
function roundUp(most) {
  const ten = 10 ** Math.floor(Math.log10(most));
  return Math.max(2, [1, 2, 4, 6, 8, 10].map((digit) => digit * ten).find((each) => each >= most) ?? most);
}

/** @param {string} name @param {string[]} stages @param {number[][]} counts @param {live.PageSeat[]} seats */
function read(name, stages, counts, seats) {
  const told = counts.filter((_, at) => stages[at] || at === 0 || at === counts.length - 1);
  return [name, ...seats.map((seat, i) => `${seat.name}: ${told.map((row) => row[i]).join(", ")}`)].join(". ");
}
