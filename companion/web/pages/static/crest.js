// The sign of a seat: a colour, and a shape of its own for people who do not see colours.

import { svg } from "/board/svg.js";

/** The shapes of the box's six pairs of keys, each about as large as a circle of radius 1. */
const SHAPES = [
  "M0-1A1 1 0 1 1 0 1A1 1 0 1 1 0-1Z",
  "M-.9-.9H.9V.9H-.9Z",
  "M0-1.25L1.2.85H-1.2Z",
  "M0-1.25L1.25 0L0 1.25L-1.25 0Z",
  "M-.62-1.06H.62L1.22 0L.62 1.06H-.62L-1.22 0Z",
  "M-.5-1.1H.5V-.5H1.1V.5H.5V1.1H-.5V.5H-1.1V-.5H-.5Z",
];
const TRIANGLE = 3;

/** The pair of keys whose sign it is. @typedef {{ pair: number, colour: string }} Owner */

/** The sign of a pair of keys with a letter or two on it. @param {Owner} owner @param {string} letters */
export function crest({ pair, colour }, letters) {
  const size = letters.length > 1 ? 0.92 : 1.2;
  const y = (pair === TRIANGLE ? 0.22 : 0) + size * 0.35;
  return svg("g", { class: "crest", "data-colour": colour },
    svg("path", { d: SHAPES[pair - 1] }),
    svg("text", { y, "font-size": size }, letters));
}

/** A picture of what is asked, for people who cannot read yet; empty: there is none. @param {string} sign */
export function pictured(sign) {
  return sign ? [" ", svg("svg", { class: "sign", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: sign }))] : [];
}

/** The same sign as a separate picture, to stand beside a name. @param {Owner} seat */
export function emblem(seat) {
  return svg("svg", { class: "emblem", viewBox: "-1.4 -1.4 2.8 2.8", "aria-hidden": "true" }, crest(seat, String(seat.pair)));
}
