// The board: the track as enamel cells along a curving course, drawn by role, with a dome for each LED.
// Law: the course fits whatever room there is; nothing on it knows what is played.

import { dome } from "./lights.js";
import { arch, hedge, pennant, podium, print, scroll, shell } from "./ornaments.js";
import { svg } from "./svg.js";

/** One run of the course from the left: how far along, and how far it swings inwards (1: the whole swing). */
const RUN = [[0, 1], [0.06, 1], [0.27, 0], [0.53, 1], [0.8, 0], [1, 0]];

const board = document.getElementById("board");
const lights = document.getElementById("lights");
let layout = null;

/** Draw a layout, and again whenever the room changes. */
export function drawBoard(next) {
  layout = next;
  draw();
}

new ResizeObserver(() => layout && draw()).observe(board.parentElement);

function draw() {
  const { width, height } = board.parentElement.getBoundingClientRect();
  const m = measure(width, height, layout.spaces.some(({ role }) => role === "trap"));
  const course = svg("path", { d: layCourse(m) });
  const of = (...roles) => layout.spaces.filter(({ role }) => roles.includes(role));
  board.setAttribute("viewBox", `0 0 ${width} ${height}`);
  board.replaceChildren();
  lights.replaceChildren();
  drawGarden(course, m);
  drawSpaces(of("start", "space", "goal"), course, m);
  for (const space of of("trap")) drawTrap(space, m);
  drawInside(of("podium"), m);
}

/** All measures of the board in pixels. */
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

/** The course: a run below, a bend on the right, the same run back above; waisted like a violin. */
function layCourse({ west, north, south, tall, bend, swing, run }) {
  const points = (edge, inwards) => RUN.map(([along, part]) => [west + along * run, edge + inwards * part * swing]);
  const [below, above] = [points(south, -1), points(north, 1).reverse()];
  return `M${below[0]} ${wave(below)} A${bend} ${tall} 0 0 0 ${above[0]} ${wave(above)}`;
}

/** A smooth line through points, level at each. */
function wave(points) {
  return points.slice(1).map(([x, y], i) => {
    const half = (points[i][0] + x) / 2;
    return `C${half} ${points[i][1]} ${half} ${y} ${x} ${y}`;
  }).join(" ");
}

/** The point at a length of the course and the direction there, in radians. */
function spot(course, length) {
  const [before, point, after] = [length - 1, length, length + 1].map((l) => course.getPointAtLength(l));
  return { x: point.x, y: point.y, angle: Math.atan2(after.y - before.y, after.x - before.x) };
}

function drawGarden(course, { width, height, road, west, run, swing }) {
  const d = course.getAttribute("d");
  const stroke = (className, across) => svg("path", { d, class: className, "stroke-width": across });
  const waist = west + RUN[3][0] * run;
  board.append(
    svg("rect", { class: "lawn", width, height }),
    svg("rect", { class: "trellis", width, height }),
    stroke("edge", road * 1.5),
    stroke("verge", road * 1.5 - 2),
    stroke("shade", road * 1.16),
    stroke("brass", road * 1.12));
  if (swing > road * 0.7) board.append(hedge(waist, road * 0.66, road), hedge(waist, height - road * 0.6, road));
}

function drawSpaces(spaces, course, { road }) {
  const d = course.getAttribute("d");
  const total = course.getTotalLength();
  const step = total / spaces.length;
  const gap = Math.max(1.2, road * 0.035);
  spaces.forEach(({ role, label, leds }, i) => {
    const { x, y, angle } = spot(course, (i + 0.5) * step);
    board.append(svg("path", {
      d, class: `cell ${role}`, "stroke-width": road,
      "stroke-dasharray": `${step - gap} ${total}`, "stroke-dashoffset": -(i * step + gap / 2),
    }));
    if (role === "goal") return drawGoal(label, leds, x, y, step, road);
    board.append(role === "start" ? pennant(label, x, y, step, road) : print(label, x, y, angle, road));
    putDomes(leds, x, y, angle, step, road);
  });
}

function drawGoal(label, leds, x, y, step, road) {
  const width = Math.min(step * 0.9, Math.max(road * 1.2, 40));
  board.append(arch(label, x, y, width, road));
  putDomes(leds, x, y, 0, width * 0.7, road);
}

function drawTrap({ label, leds }, { road, west, south, swing }) {
  const y = south - RUN[0][1] * swing;
  board.append(shell(label, west, y, road));
  putDomes(leds, west - road * 0.85, y, 0, road, road);
}

/** The podium and the title inside the course: side by side, or below each other where it is narrow. */
function drawInside(steps, m) {
  const { stand, title } = m.isNarrow ? stack(m) : align(m);
  board.append(scroll(layout.title, title.x, title.y, title.width, m.road));
  if (steps.length === 0) return;
  const { drawing, tops } = podium(steps.map(({ label }) => label), stand.x, stand.y, stand.height);
  board.append(drawing);
  steps.forEach(({ leds }, i) => putDomes(leds, tops[i].x, tops[i].y, 0, tops[i].width, m.road));
}

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

function stack({ width, height, road, swing, middle }) {
  const room = height - road * 3.3 - swing;
  return {
    stand: { x: width * 0.46, y: middle + room * 0.24, height: Math.min(room * 0.4, road * 3.4) },
    title: { x: width * 0.46, y: middle - room * 0.2, width: width * 0.62 },
  };
}

/** The domes of one space side by side along the track, in the room there is for them. */
function putDomes(leds, x, y, angle, room, road) {
  const pitch = room / (leds.length + 0.2);
  const size = Math.min(Math.max(8, road * 0.34), pitch * 0.85);
  leds.forEach((led, i) => {
    const along = (i - (leds.length - 1) / 2) * pitch;
    const element = dome(led);
    element.style.setProperty("--dome", `${size}px`);
    element.style.left = `${x + along * Math.cos(angle)}px`;
    element.style.top = `${y + along * Math.sin(angle)}px`;
    lights.append(element);
  });
}
