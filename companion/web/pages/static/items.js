// What lies on the table: cards, piles, dice and scores, drawn alike for every game.

import { svg } from "/board/svg.js";
import { element } from "./columns.js";
import { emblem } from "./crest.js";

/** Where the pips of a die stand, from left to right and from top to bottom, for its values 1 to 6. */
const PIPS = ["4", "08", "048", "0268", "02468", "023568"];

/**
 * The things of a view, in its order; if there are none, nothing is drawn.
 * @param {Pick<live.Page, "table" | "seats">} page @param {Said} words
 */
export function items({ table, seats }, words) {
  return table.length ? [element("div", "items", ...table.map((item) => drawn(item, seats, words)))] : [];
}

/** @param {live.Page["table"][number]} item @param {live.PageSeat[]} seats @param {Said} words */
function drawn(item, seats, words) {
  switch (item.kind) {
    case "cards": return cards(item, seats, words);
    case "pile": return pile(item);
    case "dice": return dice(item, words);
    case "scores": return scores(item, seats, words);
  }
}

/** @param {live.PageCards} cards @param {live.PageSeat[]} seats @param {Said} words */
function cards({ seat, name, cards: faces, covered }, seats, words) {
  const owner = seats.find((each) => each.seat === seat);
  const whose = owner ? [emblem(owner), element("b", "", owner.name), " "] : [];
  return figure("cards", [...whose, name], [...faces.map((face) => element("li", "card", face)), ...backs("card back", covered, words)]);
}

/** @param {live.PagePile} pile */
function pile({ name, count, top }) {
  const all = String(count);
  return top ? figure("pile", [name, " ", element("b", "", all)], [element("li", "card", top)])
    : figure("pile", [name], [element("li", "heap", all)]);
}

/** @param {live.PageDice} dice @param {Said} words */
function dice({ name, values, covered }, words) {
  return figure("dice", [name], [...values.map((value) => element("li", "die", die(value))), ...backs("cup", covered, words)]);
}

/** @param {number} value */
function die(value) {
  const pips = [...(PIPS[value - 1] ?? "")].map((at) => svg("circle", { cx: 6 + (Number(at) % 3) * 7, cy: 6 + Math.floor(Number(at) / 3) * 7, r: 2.4 }));
  return svg("svg", { viewBox: "0 0 26 26", role: "img", "aria-label": value },
    svg("rect", { x: 1, y: 1, width: 24, height: 24, rx: 5 }),
    ...(pips.length ? pips : [svg("text", { x: 13, y: 18 }, String(value))]));
}

/** One back or cup for all that is covered. @param {string} className @param {number} count @param {Said} words */
function backs(className, count, words) {
  if (count <= 0) return [];
  const number = element("span", "", String(count));
  number.role = "img";
  number.ariaLabel = `${count} ${words.covered}`;
  return [element("li", className, number)];
}

/** @param {string} className @param {(Node | string)[]} name @param {HTMLElement[]} things */
function figure(className, name, things) {
  return element("figure", className, element("figcaption", "", ...name), element("ul", "", ...things));
}

/** @param {live.PageScores} scores @param {live.PageSeat[]} seats @param {Said} words */
function scores({ name, columns, rows }, seats, words) {
  const head = [words.player, ...columns].map((column) => scope("col", column));
  const body = rows.map((cells, i) => {
    const owner = seats.find(({ seat }) => seat === i + 1);
    return element("tr", "", scope("row", ...(owner ? [emblem(owner), owner.name] : [String(i + 1)])),
      ...cells.map((cell) => element("td", "", cell)));
  });
  return element("table", "scores", element("caption", "", name),
    element("thead", "", element("tr", "", ...head)), element("tbody", "", ...body));
}

/** A heading of a column or a row. @param {string} of @param {(Node | string)[]} children */
function scope(of, ...children) {
  const heading = element("th", "", ...children);
  heading.scope = of;
  return heading;
}
