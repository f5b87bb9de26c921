// A table, small: its board with the pieces, whose turn it is and what is asked, how all stand.

import { makeBoard } from "/board/board.js";
import { element, listed, named } from "./columns.js";
import { emblem, pictured } from "./crest.js";
import { items } from "./items.js";
import { makePieces } from "./pieces.js";

/**
 * Returns `lay`, which takes a board, and `show`, which takes a page; `moves`: whether pieces are seen moving.
 * @param {{ board: SVGSVGElement, pieces: SVGSVGElement, says: HTMLElement, seats: HTMLElement }} room
 */
export function makeSmallTable(room) {
  const pieces = makePieces(room.pieces);
  const lay = makeBoard(room.board, { drawn: pieces.lay });

  /** @param {live.Page} page @param {boolean} moves @param {Said} words */
  function show(page, moves, words) {
    const { title, sign, who, missing, number, caption, lines, seats } = page;
    const turn = seats.find(({ seat }) => seat === who);
    pieces.show(page, moves);
    room.says.replaceChildren(...(turn ? [named(turn.name, seats), " "] : []), element("b", "", title, ...pictured(sign)),
      ` ${number} ${caption}`, listed(lines, seats), ...items(page, words));
    room.seats.replaceChildren(...seats.map((seat) =>
      element("li", seat.seat === who || missing.includes(seat.seat) ? "on-turn" : "", emblem(seat), seat.name, element("b", "", seat.has))));
  }
  return { lay, show };
}
