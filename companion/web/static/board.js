// The board: spaces, what stands on them, and a dome for each LED, drawn from the data of a layout.
// Law: it fits whatever room there is; nothing on it knows what is played.

import { layCourse, layRing } from "./course.js";
import { dome } from "./lights.js";
import { layMap } from "./map.js";
import { ornament, podium, print, scroll } from "./ornaments.js";
import { svg } from "./svg.js";

/** An ornament that takes some of the road is as large as on a road of these pixels, if its space is long enough. */
const LEAST = { wide: 100 / 3, tall: 27 };

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
  const { chart, spaces } = layout;
  const stage = lay(width, height);
  board.setAttribute("viewBox", `0 0 ${width} ${height}`);
  board.replaceChildren(...chart.ground.map((name) => svg("rect", { class: name, width, height })), ...stage.pave());
  lights.replaceChildren();
  for (const each of chart.ornaments) drawFree(each, stage);
  for (const [id, cell] of stage.cells) drawSpace(spaces.find((space) => space.id === id), cell, stage);
  drawInside(spaces.filter(({ id, role }) => role === "podium" && !stage.cells.has(id)), stage);
}

/** Where everything goes: by the game's own spots, else along a course that may lead back to where it began. */
function lay(width, height) {
  const { chart, spaces } = layout;
  if (Object.keys(chart.spots).length) return layMap(spaces, chart, width, height);
  return layRing(spaces, width, height) ?? layCourse(spaces, width, height);
}

function drawFree(each, { road, place, hasRoom }) {
  for (const spot of each.spots) {
    const { x, y } = place(spot);
    if (hasRoom(x, y, each.reach)) board.append(ornament(each, "", { x, y }, road, road));
  }
}

function drawSpace({ id, role, label, leds }, cell, { road, drawCell }) {
  const { x, y, angle, step } = cell;
  const each = layout.chart.ornaments.find(({ spaces }) => spaces.includes(id));
  board.append(...drawCell(cell, role, each !== undefined));
  if (!each) {
    board.append(print(label, x, y, angle, road));
    return putDomes(leds, x, y, angle, step, road);
  }
  const wide = each.width ? Math.min((step * 0.9) / each.width, Math.max(road, LEAST.wide)) : road;
  const tall = each.width ? Math.max(road, LEAST.tall) : road;
  board.append(ornament(each, label, cell, wide, tall));
  if (each.opening) putDomes(leds, x, y, 0, each.opening * wide, road);
  else putDomes(leds, x, y, angle, step, road);
}

/** The podium and the title. */
function drawInside(steps, { road, stand, title }) {
  board.append(scroll(layout.title, title.x, title.y, title.width, road));
  if (steps.length === 0) return;
  const { drawing, tops } = podium(steps.map(({ label }) => label), stand.x, stand.y, stand.height);
  board.append(drawing);
  steps.forEach(({ leds }, i) => putDomes(leds, tops[i].x, tops[i].y, 0, tops[i].width, road));
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
