// The lines of a view in columns; a player's name has the sign of its seat beside it.

import { emblem } from "./crest.js";

/**
 * An element with a class and what is in it.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {string} className @param {(Node | string)[]} children
 */
export function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** A name with the sign of its seat, and with its place before it if it has one; other words stay words. @param {string} word @param {live.PageSeat[]} seats */
export function named(word, seats) {
  const seat = seats.find((each) => tells(word, each));
  if (!seat) return word;
  const place = word.slice(0, -seat.name.length);
  return element("span", "named", ...(place ? [place] : []), emblem(seat), seat.name);
}

/** Whether these words end with the name of a seat. @param {string} word @param {{ name: string }} seat */
export function tells(word, { name }) {
  return word === name || word.endsWith(` ${name}`);
}

/** The papers; those with the same title are one article. @param {live.Page[]} all @param {live.PageSeat[]} seats */
export function papers(all, seats) {
  const titles = [...new Set(all.map(({ title }) => title))];
  return titles.map((title) => element("article", "", element("h3", "", title),
    ...all.filter((paper) => paper.title === title).map(({ lines }) => listed(lines, seats))));
}

/**
 * The lines as a list of rows with two columns each; a line with two pairs of columns becomes two rows.
 * @param {string[][]} lines @param {live.PageSeat[]} seats
 */
export function listed(lines, seats) {
  const pairs = lines.flatMap((line) => (line.length > 2 ? [line.slice(0, 2), line.slice(2)] : [line])).filter(String);
  const rows = pairs.map((columns) => element("li", "", ...columns.map((word) => element("span", "", named(word, seats)))));
  return element("ul", "listed", ...rows);
}
