// The board on a phone: the same board with its pieces, small, and with fingers on it.

import { makeBoard } from "/board/board.js";
import { makePieces } from "./pieces.js";

/** A finger is as wide as this, in pixels. */
const REACH = 30;

/** `tapped` is told which pieces and spaces are near a finger, the nearest first. */
export function makeSmallBoard(board, drawing, tapped) {
  const pieces = makePieces(drawing);
  let cells = new Map();

  const lay = makeBoard(board, {
    drawn(laid, road) {
      cells = laid;
      pieces.lay(laid, road);
    },
  });

  drawing.addEventListener("click", ({ clientX, clientY }) => {
    const { left, top } = drawing.getBoundingClientRect();
    const standing = [...drawing.querySelectorAll(".piece")].map((each) => [each.dataset.piece, middle(each)]);
    const spaces = [...cells].map(([id, { x, y }]) => [id, { x: x + left, y: y + top }]);
    tapped({ pieces: near(standing, clientX, clientY), spaces: near(spaces, clientX, clientY) });
  });
  return { lay, show: pieces.show };
}

function middle(figure) {
  const { left, top, width, height } = figure.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function near(named, x, y) {
  const far = named.map(([name, spot]) => [name, Math.hypot(spot.x - x, spot.y - y)]);
  return far.filter(([, distance]) => distance < REACH).sort((one, other) => one[1] - other[1]).map(([name]) => name);
}
