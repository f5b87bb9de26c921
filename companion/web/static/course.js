// Where the spaces lie if a game does not say: one after another along a course, as large as the room allows.
// Law: a stage says where things go and makes the drawing of a space; it puts nothing on the board.

import { field } from "./ornaments.js";
import { svg } from "./svg.js";

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ x: number, y: number, width: number }} Title */
/** @typedef {{ x: number, y: number, height: number }} Stand */
/**
 * Where a space lies, its direction and its length; `at`: its place along a course; `colour`: the colour of its space.
 * @typedef {{ x: number, y: number, angle: number, step: number, at?: number, colour?: string }} Cell
 */
/**
 * What a board is drawn on, in pixels.
 * @typedef {{
 *   road: number, cells: Map<string, Cell>, title: Title, stand: Stand, place: (spot: live.Spot) => Point, pave: () => SVGElement[],
 *   hasRoom: (x: number, y: number, reach: number) => boolean, drawCell: (cell: Cell, role: string, isCovered: boolean) => SVGElement[],
 * }} Stage
 */

/** One run of the winding course from the left: how far along, and how far it swings inwards (1: the whole swing). */
const RUN = [[0, 1], [0.06, 1], [0.27, 0], [0.53, 1], [0.8, 0], [1, 0]];
const SAMPLES = 240;

/** A winding course through all spaces in their order; traps lie before its head, the podium inside. @param {live.Space[]} spaces @param {number} width @param {number} height @returns {Stage} */
export function layCourse(spaces, width, height) {
  const line = spaces.filter(({ role }) => role !== "trap" && role !== "podium");
  const traps = spaces.filter(({ role }) => role === "trap");
  const m = measure(width, height, traps.length > 0);
  const { road, west, south, run, swing } = m;
  const stage = along(wind(m), line, road);
  for (const { id } of traps) {
    stage.cells.set(id, { x: west - road * 0.85, y: south - RUN[0][1] * swing, angle: 0, step: road });
  }
  const place = (/** @type {live.Spot} */ { x, y, dx, dy }) => ({ x: west + x * run + dx * road, y: y * height + dy * road });
  return { ...stage, ...(m.isNarrow ? stack(m) : align(m)), place };
}

/**
 * A ring through the longest way that leads back; other ways lead off it inwards. `undefined`: none leads back.
 * @param {live.Space[]} spaces @param {number} width @param {number} height @returns {Stage | undefined}
 */
export function layRing(spaces, width, height) {
  const byId = new Map(spaces.map((space) => [space.id, space]));
  const ring = findRing(spaces, byId);
  if (ring.length === 0) return undefined;
  const road = Math.max(14, Math.min(height * 0.1, width * 0.08, ((width + height) * 1.6) / ring.length));
  const stage = along(round(width, height, road * 1.05, road * 3), ring, road);
  const middle = { x: width / 2, y: height / 2 };
  layLanes(ring, byId, stage.cells, middle, road);
  layRest(spaces.filter(({ id, role }) => role !== "podium" && !stage.cells.has(id)), stage.cells, middle, road);
  const place = (/** @type {live.Spot} */ { x, y, dx, dy }) => ({ x: x * width + dx * road, y: y * height + dy * road });
  return {
    ...stage, place,
    title: { ...middle, y: middle.y - road * 0.7, width: Math.min(width, height) * 0.5 },
    stand: { x: width * 0.3, y: middle.y, height: road * 2.5 },
  };
}

/**
 * The stage along a path: every space a cell of the same length.
 * @param {SVGPathElement} course @param {live.Space[]} spaces @param {number} road
 * @returns {Omit<Stage, "title" | "stand" | "place">}
 */
function along(course, spaces, road) {
  const d = course.getAttribute("d") ?? "";
  const total = course.getTotalLength();
  const step = total / spaces.length;
  const gap = Math.max(1.2, road * 0.035);
  /** @type {Map<string, Cell>} */
  const cells = new Map(spaces.map(({ id }, i) => [id, { ...spot(course, (i + 0.5) * step), step, at: i }]));
  const points = Array.from({ length: SAMPLES + 1 }, (_, i) => course.getPointAtLength((total * i) / SAMPLES));
  const stroke = (/** @type {string} */ className, /** @type {number} */ across) => svg("path", { d, class: className, "stroke-width": across });
  return {
    road,
    pave: () => [
      stroke("edge", road * 1.5), stroke("verge", road * 1.5 - 2),
      stroke("shade", road * 1.16), stroke("rim", road * 1.12)],
    cells,
    hasRoom: (x, y, reach) => points.every((point) => Math.hypot(point.x - x, point.y - y) > road * (0.75 + reach)),
    drawCell: (cell, role, isCovered) => {
      if (cell.at === undefined) return isCovered ? [] : [field(cell, role, Math.min(road, cell.step))];
      return [svg("path", {
        d, class: `cell ${role}`, "stroke-width": road,
        "stroke-dasharray": `${step - gap} ${total}`, "stroke-dashoffset": -(cell.at * step + gap / 2),
      })];
    },
  };
}

/**
 * All measures of the winding course in pixels.
 * @typedef {ReturnType<typeof measure>} Measures
 * @param {number} width @param {number} height @param {boolean} hasTrap
 */
function measure(width, height, hasTrap) {
  const isNarrow = width < height * 1.5;
  const road = Math.max(20, Math.min(height * 0.14, width * 0.085, 72));
  const [west, east] = [road * (hasTrap ? 2.2 : 1), width - road * 1.05];
  const [north, south] = [road * 1.15, height - road * (isNarrow ? 1.35 : 1.05)];
  const [middle, tall] = [(north + south) / 2, (south - north) / 2];
  const bend = Math.min(tall, width * 0.22);
  const run = east - bend - west;
  const swing = Math.min(height * 0.115, run * 0.065);
  return { width, height, isNarrow, road, west, north, south, middle, tall, bend, swing, run };
}

/** The winding course: a run below, a bend on the right, the same run back above; narrow in the middle like a violin. @param {Measures} measures */
function wind({ west, north, south, tall, bend, swing, run }) {
  const points = (/** @type {number} */ edge, /** @type {number} */ inwards) => RUN.map(([along, part]) => [west + along * run, edge + inwards * part * swing]);
  const [below, above] = [points(south, -1), points(north, 1).reverse()];
  return svg("path", { d: `M${below[0]} ${wave(below)} A${bend} ${tall} 0 0 0 ${above[0]} ${wave(above)}` });
}

/** A smooth line through points, level at each. @param {number[][]} points */
function wave(points) {
  return points.slice(1).map(([x, y], i) => {
    const half = (points[i][0] + x) / 2;
    return `C${half} ${points[i][1]} ${half} ${y} ${x} ${y}`;
  }).join(" ");
}

/** The point at a length of the course and the direction there, in radians. @param {SVGPathElement} course @param {number} length */
function spot(course, length) {
  const [before, point, after] = [length - 1, length, length + 1].map((l) => course.getPointAtLength(l));
  return { x: point.x, y: point.y, angle: Math.atan2(after.y - before.y, after.x - before.x) };
}

/** The podium and the title inside the course, side by side. @param {Measures} measures */
function align({ width, height, road, west, run, swing, middle }) {
  const tall = Math.min((height - road * 3.3 - swing) * 0.82, road * 2.9);
  const x = west + Math.max(RUN[2][0] * run, tall * 0.75);
  const right = width - road * 1.8;
  const wide = Math.min(width * 0.34, height * 1.2, (right - x - tall * 0.7) * 0.9);
  return {
    stand: { x, y: middle, height: tall },
    title: { x: Math.min(width * 0.715, right - wide / 2), y: middle, width: wide },
  };
}

/** The same in a narrow room, one below the other. @param {Measures} measures */
function stack({ width, height, road, swing, middle }) {
  const room = height - road * 3.3 - swing;
  return {
    stand: { x: width * 0.46, y: middle + room * 0.24, height: Math.min(room * 0.4, road * 3.4) },
    title: { x: width * 0.46, y: middle - room * 0.2, width: width * 0.62 },
  };
}

/** The longest way that leads back to its start, always along the first of a space's next spaces. @param {live.Space[]} spaces @param {Map<string, live.Space>} byId */
function findRing(spaces, byId) {
  /** @type {live.Space[]} */
  let longest = [];
  for (const start of spaces) {
    /** @type {live.Space[]} */
    const way = [];
    for (let at = /** @type {live.Space | undefined} */ (start); at && !way.includes(at); at = byId.get(at.after[0])) way.push(at);
    const isBack = byId.get(way[way.length - 1].after[0]) === start;
    if (isBack && way.length > Math.max(2, longest.length)) longest = way;
  }
  return longest;
}

/**
 * Lay the ways that leave the ring: straight inwards, as far as the title leaves room.
 * @param {live.Space[]} ring @param {Map<string, live.Space>} byId @param {Map<string, Cell>} cells @param {Point} middle @param {number} road
 */
function layLanes(ring, byId, cells, middle, road) {
  for (const { id, after } of ring) {
    const { x, y, angle } = /** @type {Cell} */ (cells.get(id));
    const [inX, inY] = [-Math.sin(angle), Math.cos(angle)];
    const depth = (middle.x - x) * inX + (middle.y - y) * inY;
    for (const first of after.slice(1)) {
      /** @type {live.Space[]} */
      const lane = [];
      const isFree = (/** @type {live.Space} */ space) => !cells.has(space.id) && !lane.includes(space);
      for (let at = byId.get(first); at && isFree(at); at = byId.get(at.after[0])) lane.push(at);
      const pitch = Math.min(road * 1.05, (Math.abs(depth) - road * 2.9) / Math.max(1, lane.length - 0.5));
      lane.forEach((space, i) => {
        const far = Math.sign(depth) * (road * 0.8 + pitch * (i + 0.5));
        cells.set(space.id, { x: x + far * inX, y: y + far * inY, angle, step: Math.max(pitch, 9) });
      });
    }
  }
}

/**
 * Lay the spaces that are on no way in a row below the title.
 * @param {live.Space[]} rest @param {Map<string, Cell>} cells @param {Point} middle @param {number} road
 */
function layRest(rest, cells, { x, y }, road) {
  const pitch = Math.min(road * 1.15, Math.max(9, (x * 2 - road * 6) / rest.length));
  rest.forEach(({ id }, i) => {
    cells.set(id, { x: x + (i - (rest.length - 1) / 2) * pitch, y: y + road * 1.5, angle: 0, step: pitch });
  });
}

/**
 * A ring as wide and high as the room, with round corners, clockwise from the middle of its lower side.
 * @param {number} width @param {number} height @param {number} margin @param {number} corner
 */
function round(width, height, margin, corner) {
  const [west, east, north, south] = [margin, width - margin, margin, height - margin];
  const bend = Math.min((south - north) / 2, (east - west) / 2, corner);
  const arc = (/** @type {number} */ x, /** @type {number} */ y) => `A${bend} ${bend} 0 0 1 ${x} ${y}`;
  return svg("path", {
    d: `M${width / 2} ${south} H${west + bend} ${arc(west, south - bend)} V${north + bend} ${arc(west + bend, north)}`
      + ` H${east - bend} ${arc(east, north + bend)} V${south - bend} ${arc(east - bend, south)} Z`,
  });
}
