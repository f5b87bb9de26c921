// What is drawn on the board besides the course: discs, labels, a game's own ornaments, podium and title.
// Law: each drawing gets its measures and knows nothing of what is around it.

import { svg } from "./svg.js";

/** @import { Cell, Point } from "./course.js" */

/** The least size of a label on an ornament that takes some of the road, in pixels. */
const LEAST_LETTER = 8;

/**
 * An ornament at `x`, `y`; its unit is `wide` pixels across and `tall` pixels up. Its label fits on a `step`.
 * @param {live.Ornament} ornament @param {string} label @param {Point & Partial<Cell>} at @param {number} wide @param {number} tall
 */
export function ornament({ shapes, width, label: place }, label, { x, y, step = 0, colour }, wide, tall) {
  const drawn = shapes.map(({ path, paint }) => svg("g", { class: paint },
    svg("path", { d: path, transform: `scale(${wide} ${tall})`, "vector-effect": "non-scaling-stroke" })));
  const group = svg("g", { "data-colour": colour ?? "", transform: `translate(${x} ${y})` }, ...drawn);
  if (!place || !label) return group;
  const wanted = Math.max(place.size * tall, width ? LEAST_LETTER : 0);
  const size = Math.min(wanted, (step * 1.42) / Math.max(3, label.length));
  group.append(svg("text", {
    class: place.is_carved ? "carved" : "print",
    x: place.x * wide, y: place.y * tall + size * 0.34, "font-size": size,
  }, label));
  return group;
}

/** A space that is no part of a course. @param {Cell} cell @param {string} role @param {number} road */
export function field({ x, y, colour }, role, road) {
  return svg("circle", { class: `field ${role}`, "data-colour": colour ?? "", cx: x, cy: y, r: road * 0.46 });
}

/**
 * A label on the outer side of a cell; `angle` is where the track leads.
 * @param {string} label @param {number} x @param {number} y @param {number} angle @param {number} road
 */
export function print(label, x, y, angle, road) {
  const [out, size] = [road * 0.36, road * 0.2];
  return svg("text", {
    class: "print", x: x - out * Math.sin(angle), y: y + out * Math.cos(angle) + size * 0.35, "font-size": size,
  }, label);
}

/**
 * Stone steps, the first one highest and in the middle; also returns where the lights above them belong.
 * @param {string[]} labels @param {number} x @param {number} y @param {number} height
 */
export function podium(labels, x, y, height) {
  const ranks = [...labels.keys()];
  const order = [...ranks.filter((rank) => rank % 2).reverse(), ...ranks.filter((rank) => rank % 2 === 0)];
  const width = height * 0.42;
  const base = y + height * 0.4;
  const drawing = svg("g", { class: "podium" });
  /** @type {(Point & { width: number })[]} */
  const tops = [];
  for (const [column, rank] of order.entries()) {
    const tall = height * Math.max(0.2, 0.66 - rank * 0.15);
    const left = x + (column - labels.length / 2) * width;
    const [middle, top] = [left + width / 2, base - tall];
    tops[rank] = { x: middle, y: top - height * 0.11, width };
    drawing.append(
      svg("rect", { class: "front", x: left, y: top, width, height: tall }),
      svg("rect", { class: "tread", x: left - 1.5, y: top, width: width + 3, height: height * 0.07, rx: 1.5 }),
      svg("text", { class: "carved", x: middle, y: top + height * 0.3, "font-size": height * 0.2 }, labels[rank]));
  }
  const plinth = width * labels.length / 2 + height * 0.08;
  drawing.append(svg("rect", { class: "tread", x: x - plinth, y: base, width: plinth * 2, height: height * 0.07, rx: 1.5 }));
  return { drawing, tops };
}

/** The title between two scrolls. @param {string} title @param {number} x @param {number} y @param {number} width @param {number} road */
export function scroll(title, x, y, width, road) {
  const size = Math.min(width / Math.max(6, title.length) * 1.75, road * 0.95);
  const flourish = (/** @type {number} */ up) => svg("path", {
    class: "scroll",
    transform: `translate(0 ${up * size * 0.95}) scale(${width / 200} ${up * width / 200})`,
    d: "M-72 0 C-60 10 -46 9 -38 1 C-34 -4 -41 -8 -44 -3 C-46 2 -38 7 -28 6 C-16 5 -10 2 0 2"
      + " C10 2 16 5 28 6 C38 7 46 2 44 -3 C41 -8 34 -4 38 1 C46 9 60 10 72 0 M0 2 l4 5 l-4 5 l-4 -5 Z",
  });
  return svg("g", { class: "title", transform: `translate(${x} ${y})` },
    flourish(-1), svg("text", { y: size * 0.33, "font-size": size }, title), flourish(1));
}
