// The board: spaces and what stands on them, drawn from a game's own data.
// Laws: the board fits any room; this code knows no game; a game without spaces has no board, so its frame goes and
// the question takes the room (`.bare` in the styles of each page).

import { layCourse, layRing } from "./course.js";
import { layMap } from "./map.js";
import { ornament, podium, print, scroll } from "./ornaments.js";
import "./paints.js";
import { roomOf, svg } from "./svg.js";

/** @import { Cell, Point, Stage } from "./course.js" */
/**
 * @template {live.Space} Space
 * @typedef {{ title: string, spaces: Space[], chart: live.Chart }} Layout
 */
/**
 * @template {live.Space} Space
 * @typedef {{
 *   clear?: () => void, drawn?: (cells: Map<string, Cell>, road: number) => void,
 *   put?: (space: Space, x: number, y: number, angle: number, room: number, road: number) => void,
 * }} Listening
 */

/**
 * An ornament that takes some of the road is drawn as for a road of at least these pixels, if its space is long enough.
 */
const LEAST = { wide: 100 / 3, tall: 27 };

/**
 * A board on an `<svg>` that fills its parent. Returns a function that draws a layout (`title`, `spaces`, `chart`), and
 * draws it again whenever the room changes. `put(space, x, y, angle, room, road)` gets the free room on each space;
 * at the end `drawn(cells, road)` gets the places of all spaces by their ids: `x`, `y`, `angle` and `step` in pixels.
 * @template {live.Space} [Space=live.Space]
 * @param {SVGSVGElement} board @param {Listening<Space>} listening
 */
export function makeBoard(board, { clear = () => {}, put = () => {}, drawn = () => {} }) {
  /** @type {Layout<Space> | null} */
  let layout = null;

  function draw() {
    const shown = layout, { width, height } = roomOf(board).getBoundingClientRect();
    if (!shown || !width || !height) return;
    const { chart, spaces, title } = shown;
    const stage = lay(shown, width, height);
    board.setAttribute("viewBox", `0 0 ${width} ${height}`);
    board.replaceChildren(...chart.ground.map((name) => svg("rect", { class: name, width, height })), ...stage.pave());
    clear();
    for (const each of chart.ornaments) drawFree(each, stage);
    const called = new Map(spaces.map((space) => [space.id, space]));
    const standing = [...stage.cells].flatMap(([id, cell]) => drawSpace(/** @type {Space} */ (called.get(id)), cell, shown, stage));
    board.append(...standing.sort((one, other) => one.y - other.y).map(({ drawing }) => drawing));
    drawInside(spaces.filter(({ id, role }) => role === "podium" && !stage.cells.has(id)), title, stage);
    drawn(stage.cells, stage.road);
  }

  /** @param {live.Ornament} each @param {Stage} stage */
  function drawFree(each, { road, place, hasRoom }) {
    for (const spot of each.spots) {
      const { x, y } = place(spot);
      if (hasRoom(x, y, each.reach)) board.append(ornament(each, "", { x, y }, road, road));
    }
  }

  /**
   * Draw a space. Returns the ornament on it with its `y`, so that nearer ornaments are drawn over those behind.
   * @param {Space} space @param {Cell} cell @param {Layout<Space>} layout @param {Stage} stage
   */
  function drawSpace(space, cell, { chart }, { road, drawCell }) {
    const { id, role, label } = space;
    const { x, y, angle, step } = cell;
    const each = chart.ornaments.find(({ spaces }) => spaces.includes(id));
    board.append(...drawCell(cell, role, each !== undefined));
    if (!each) {
      board.append(print(label, x, y, angle, road));
      put(space, x, y, angle, step, road);
      return [];
    }
    const wide = each.width ? Math.min((step * 0.9) / each.width, Math.max(road, LEAST.wide)) : road;
    const tall = each.width ? Math.max(road, LEAST.tall) : road;
    if (each.opening) put(space, x, y, 0, each.opening * wide, road);
    else put(space, x, y, angle, step, road);
    return [{ y, drawing: ornament(each, label, cell, wide, tall) }];
  }

  /** Draw the title, and the podium if there is one. @param {Space[]} steps @param {string} words @param {Stage} stage */
  function drawInside(steps, words, { cells, road, stand, title }) {
    board.append(scroll(words, title.x, title.y, title.width, road));
    if (steps.length === 0) return;
    const { drawing, tops } = podium(steps.map(({ label }) => label), stand.x, stand.y, stand.height);
    board.append(drawing);
    steps.forEach((space, i) => {
      const { x, y, width } = tops[i];
      cells.set(space.id, { x, y, angle: 0, step: width });
      put(space, x, y, 0, width, road);
    });
  }

  new ResizeObserver(draw).observe(roomOf(board));
  return (/** @type {Layout<Space>} */ next) => {
    layout = next;
    board.classList.toggle("bare", next.spaces.length === 0);
    draw();
  };
}

/**
 * Where everything goes: on the game's own spots; otherwise on a ring if the spaces lead back, or along a course.
 * @param {Layout<live.Space>} layout @param {number} width @param {number} height
 */
function lay({ chart, spaces }, width, height) {
  if (Object.keys(chart.spots).length) return layMap(spaces, chart, width, height);
  return layRing(spaces, width, height) ?? layCourse(spaces, width, height);
}
