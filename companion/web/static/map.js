// The stage of a game that says where its spaces lie: a disc on each spot, brass between a space and the next one.
// Law: it says where things go and puts nothing on the board, like `course.js`.

import { field } from "./ornaments.js";
import { svg } from "./svg.js";

/** @import { Cell, Point, Stage } from "./course.js" */

const MARGIN = 0.07;

/**
 * A stage with every space that has a spot.
 * @param {live.Space[]} spaces @param {live.Chart} chart @param {number} width @param {number} height @returns {Stage}
 */
export function layMap(spaces, { spots, aspect, title }, width, height) {
  const margin = Math.min(width, height) * MARGIN;
  const [roomX, roomY] = [width - 2 * margin, height - 2 * margin];
  const [wide, tall] = aspect ? [Math.min(roomX, roomY * aspect), Math.min(roomY, roomX / aspect)] : [roomX, roomY];
  const [left, top] = [(width - wide) / 2, (height - tall) / 2];
  const spread = (/** @type {Point} */ { x, y }) => ({ x: left + x * wide, y: top + y * tall });
  const known = spaces.filter(({ id }) => id in spots);
  const road = nearest(known.map(({ id }) => spread(spots[id]))) * 0.9;
  const place = (/** @type {live.Spot} */ spot) => {
    const { x, y } = spread(spot);
    return { x: x + spot.dx * road, y: y + spot.dy * road };
  };
  /** @type {Map<string, Cell>} */
  const cells = new Map(known.map(({ id, colour }) => [id, { ...place(spots[id]), angle: 0, step: road, colour }]));
  const d = known.filter(({ role }) => role !== "home")
    .flatMap(({ id, after }) => after.map((next) => ({ here: cells.get(id), next: cells.get(next) })))
    .map(({ here, next }) => here && next && `M${here.x} ${here.y} L${next.x} ${next.y}`)
    .filter(Boolean).join(" ");
  const stroke = (/** @type {string} */ className, /** @type {number} */ across) => svg("path", { d, class: className, "stroke-width": across });
  const middle = place(title ?? { x: 0.5, y: 0.5, dx: 0, dy: 0 });
  return {
    road, cells, place,
    pave: () => [
      stroke("edge", road * 1.26), stroke("verge", road * 1.26 - 2), stroke("shade", road * 0.2), stroke("rim", road * 0.1)],
    hasRoom: (x, y, reach) => {
      const isInside = Math.min(x, y, width - x, height - y) > road * reach;
      return isInside && [...cells.values()].every((cell) => Math.hypot(cell.x - x, cell.y - y) > road * (0.5 + reach));
    },
    drawCell: (cell, role, isCovered) => (isCovered ? [] : [field(cell, role, road)]),
    title: { ...middle, width: wide * 0.3 },
    stand: { x: middle.x, y: middle.y + road * 2, height: road * 2 },
  };
}

/** The least distance between two points, within reason. @param {Point[]} points */
function nearest(points) {
  const gap = (/** @type {Point} */ one, /** @type {Point} */ other) => Math.hypot(one.x - other.x, one.y - other.y);
  const gaps = points.flatMap((one, i) => points.slice(i + 1).map((other) => gap(one, other)));
  return Math.min(72, Math.max(9, Math.min(...gaps)));
}
