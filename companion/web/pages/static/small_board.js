// The board on a phone: the same board with its pieces, small, and with fingers on it.

import { makeBoard } from "/board/board.js";
import { makePieces } from "./pieces.js";

/** @import { Cell, Point } from "/board/course.js" */

/** A finger is as wide as this, in pixels. */
const REACH = 30;

/** What is near a finger, the nearest first: pieces as `seat piece`, spaces by id. @typedef {{ pieces: string[], spaces: string[] }} Near */

/** `tapped` gets the pieces and spaces near a finger. @param {SVGSVGElement} board @param {SVGSVGElement} drawing @param {(near: Near) => void} tapped */
export function makeSmallBoard(board, drawing, tapped) {
  const pieces = makePieces(drawing);
  let /** @type {Map<string, Cell>} */ cells = new Map();

  const lay = makeBoard(board, {
    drawn(laid, road) {
      cells = laid;
      pieces.lay(laid, road);
    },
  });

  drawing.addEventListener("click", ({ clientX, clientY }) => {
    const { left, top } = drawing.getBoundingClientRect();
    const figures = /** @type {NodeListOf<SVGGElement>} */ (drawing.querySelectorAll(".piece"));
    const standing = [...figures].map((each) => ({ name: each.dataset.piece ?? "", spot: middle(each) }));
    const spaces = [...cells].map(([id, { x, y }]) => ({ name: id, spot: { x: x + left, y: y + top } }));
    tapped({ pieces: near(standing, clientX, clientY), spaces: near(spaces, clientX, clientY) });
  });
  return { lay, show: pieces.show };
}

/** @param {Element} figure */
function middle(figure) {
  const { left, top, width, height } = figure.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** @param {{ name: string, spot: Point }[]} named @param {number} x @param {number} y */
function near(named, x, y) {
  const far = named.map(({ name, spot }) => ({ name, distance: Math.hypot(spot.x - x, spot.y - y) }));
  return far.filter(({ distance }) => distance < REACH).sort((one, other) => one.distance - other.distance).map(({ name }) => name);
}
