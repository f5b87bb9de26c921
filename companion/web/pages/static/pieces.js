// The pieces on a board: each has the sign of its seat, and goes its way from space to space.
// Laws: a piece stands where the box has last said; a page that has just opened, or whose user wants no motion, shows
// it there at once.

import { roomOf, svg } from "/board/svg.js";
import { crest } from "./crest.js";

/** @import { Cell, Point } from "/board/course.js" */
/** A piece as it is drawn, what was told of it, and where it stands. @typedef {{ element: SVGGElement, told: live.PagePiece, spot: Point }} Figure */

const FADE_S = 0.6;
/**
 * How many times slower than the move a photo finish is, and the most seconds it takes: it ends before the box goes on.
 */
const SLOWER = 4, PHOTO_S = 2.6;
/** The size of the pieces on a space, by their number; the last size is also for more pieces. */
const SIZES = [1, 0.82, 0.7, 0.7, 0.58];
/** The least radius of a piece that stands alone, in pixels. */
const LEAST = 9;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Pieces on an `<svg>` over a board; `lay` gets the places of its spaces, `show` a page with the pieces. @param {SVGSVGElement} drawing */
export function makePieces(drawing) {
  const marks = svg("g"), figures = svg("g");
  let /** @type {Map<string, Cell>} */ cells = new Map(), road = 0;
  let /** @type {live.Page | null} */ page = null, /** @type {Map<string, Figure>} */ known = new Map();
  drawing.append(marks, figures);

  /** @param {Map<string, Cell>} next @param {number} wide */
  function lay(next, wide) {
    const { width, height } = roomOf(drawing).getBoundingClientRect();
    drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    [cells, road] = [next, wide];
    if (page) draw(page, false);
  }

  /** @param {live.Page} next @param {boolean} moves */
  function show(next, moves) {
    const isSeen = moves && !still.matches && !document.hidden, before = page?.again ?? [];
    page = next;
    draw(next, isSeen);
    if (!isSeen || JSON.stringify(next.again) === JSON.stringify(before)) return;
    for (const piece of next.again) goAgain(piece, next.step_s);
  }

  /** @param {live.Page} page @param {boolean} moves */
  function draw(page, moves) {
    const standing = page.pieces.filter(({ space }) => cells.has(space));
    const old = known;
    known = new Map();
    for (const piece of standing) {
      const name = `${piece.seat} ${piece.piece}`;
      const figure = old.get(name) ?? { element: svg("g"), told: piece, spot: { x: 0, y: 0 } };
      place(figure, piece, standing, page);
      if (moves && figure.told !== piece) go(figure, piece, page.step_s);
      figure.told = piece;
      known.set(name, figure);
    }
    figures.replaceChildren(...[...known.values()].sort(byTurn(page)).map(({ element }) => element));
    marks.replaceChildren(...page.goals.filter((id) => cells.has(id)).map(goal), ...standing.filter(({ aim }) => cells.has(aim)).map((piece) => aim(piece, page)));
  }

  /** @param {live.Page} page */
  function byTurn({ who }) {
    return (/** @type {Figure} */ one, /** @type {Figure} */ other) => Number(one.told.seat === who) - Number(other.told.seat === who);
  }

  /**
   * Put a piece on its space, beside the other pieces there.
   * @param {Figure} figure @param {live.PagePiece} piece @param {live.PagePiece[]} standing @param {live.Page} page
   */
  function place(figure, piece, standing, page) {
    const here = standing.filter(({ space }) => space === piece.space);
    const size = sizeOn(piece.space) * SIZES[Math.min(here.length, SIZES.length) - 1];
    const { x, y, angle } = cellOf(piece.space);
    const [along, across] = seatAt(here.indexOf(piece), here.length).map((at) => at * size * 2.15);
    const spot = {
      x: x + along * Math.cos(angle) - across * Math.sin(angle),
      y: y + along * Math.sin(angle) + across * Math.cos(angle),
    };
    const seat = seatOf(piece, page);
    const isTurn = piece.seat === page.who;
    figure.element.dataset.piece = `${piece.seat} ${piece.piece}`;
    figure.element.setAttribute("class", `piece ${piece.mark ?? ""} ${isTurn ? "turn" : ""}`);
    figure.element.replaceChildren(svg("g", { transform: `scale(${size})` },
      ...(isTurn || piece.mark === "able" || piece.mark === "drafted" ? [svg("circle", { class: "halo", r: 1.42 })] : []),
      crest(seat, letters(piece, page) || String(seat.pair))));
    figure.element.style.transform = at(spot);
    figure.spot = spot;
  }

  /** The place of a space, which must be on the board. @param {string} space */
  function cellOf(space) {
    return /** @type {Cell} */ (cells.get(space));
  }

  /** The radius of a piece that stands alone on a space, in pixels. @param {string} space */
  function sizeOn(space) {
    return Math.max(LEAST, Math.min(road * 0.4, cellOf(space).step * 0.48));
  }

  /** The first letters of its name, as many as tell it from the others of its seat. @param {live.PagePiece} piece @param {live.Page} page */
  function letters({ seat, name }, page) {
    const others = page.pieces.filter((each) => each.seat === seat && each.name !== name).map((each) => each.name);
    const length = [1, 2].find((n) => others.every((other) => other.slice(0, n) !== name.slice(0, n))) ?? 2;
    return name.slice(0, 1).toUpperCase() + name.slice(1, length);
  }

  /** Animate a piece along its way to its new place; without a way that ends there, it fades in. @param {Figure} figure @param {live.PagePiece} piece @param {number} step_s */
  function go({ element, told, spot }, piece, step_s) {
    const path = way(told, piece).filter((space) => cells.has(space));
    const arrives = path.at(-1) === piece.space;
    const stops = [...path.slice(0, arrives ? -1 : undefined).map(cellOf), ...(arrives ? [spot] : [])];
    const run_s = step_s * Math.max(0, stops.length - 1);
    if (run_s) element.animate(stops.map((stop) => ({ transform: at(stop) })), { duration: run_s * 1000 });
    if (told.space !== piece.space && !arrives) {
      element.animate([{ opacity: 0 }, { opacity: 1 }], { delay: run_s * 1000, duration: FADE_S * 1000, fill: "backwards" });
    }
  }

  /** Show a piece's last move once more, slowly. @param {live.PagePiece} piece @param {number} step_s */
  function goAgain({ seat, piece, way }, step_s) {
    const stops = way.filter((space) => cells.has(space)).map(cellOf);
    const duration = 1000 * Math.min(PHOTO_S, SLOWER * step_s * (stops.length - 1));
    if (stops.length > 1) known.get(`${seat} ${piece}`)?.element.animate(stops.map((stop) => ({ transform: at(stop) })), { duration });
  }

  /** An arrow to where pieces go this time, from the inner side of the road. @param {string} id */
  function goal(id) {
    const { x, y, angle } = cellOf(id);
    const place = `translate(${x} ${y}) rotate(${(angle * 180) / Math.PI}) scale(${road})`;
    return svg("path", { class: "goal-mark", transform: place, d: "M0-.62L.26-1.02H.1V-1.3H-.1V-1.02H-.26Z" });
  }

  /** Where a piece would go. @param {live.PagePiece} piece @param {live.Page} page */
  function aim(piece, page) {
    const { x, y } = cellOf(piece.aim);
    const { spot } = /** @type {Figure} */ (known.get(`${piece.seat} ${piece.piece}`));
    const seat = seatOf(piece, page);
    return svg("g", { class: "aim", "data-colour": seat.colour },
      svg("path", { d: `M${spot.x} ${spot.y}L${x} ${y}` }),
      svg("g", { transform: `translate(${x} ${y}) scale(${sizeOn(piece.aim) * 0.85})` }, crest(seat, letters(piece, page) || String(seat.pair))));
  }

  return { lay, show };
}

/** The seat that a piece belongs to: every piece has one. @param {live.PagePiece} piece @param {live.Page} page */
function seatOf(piece, { seats }) {
  return /** @type {live.PageSeat} */ (seats.find(({ seat }) => seat === piece.seat));
}

/** @param {Point} spot */
function at({ x, y }) {
  return `translate(${x}px, ${y}px)`;
}

/** The place of piece `nth` of `count` on a space: in rows of two along the road, all around its middle. @param {number} nth @param {number} count */
function seatAt(nth, count) {
  const rows = Math.ceil(count / 2);
  const inRow = nth === count - 1 && count % 2 ? 1 : 2;
  return [(nth % 2) - (inRow - 1) / 2, Math.floor(nth / 2) - (rows - 1) / 2];
}

/** The spaces from a piece's old place to its new one: forwards on its new way, or backwards on its old one. @param {live.PagePiece} old @param {live.PagePiece} piece */
function way(old, { space, way }) {
  const isRound = way.join() !== old.way.join() && way.length > 1 && way[0] === space;
  if (space === old.space && !isRound) return [];
  if (way.includes(old.space)) return way.slice(way.indexOf(old.space));
  const came = old.way.slice(0, old.way.lastIndexOf(old.space) + 1);
  return came.includes(space) ? came.slice(came.indexOf(space)).reverse() : [];
}
