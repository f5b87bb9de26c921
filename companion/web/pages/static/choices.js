// A list of answers, level by level, and cards to be typed: large buttons, and pieces on the board that stand for them.
// Laws: a button stays the same one as long as what it stands for is offered; what others may not read over a shoulder
// is a number until its seat looks.

import { element, named } from "./columns.js";

/** @import { Path } from "./draft.js" */
/** @import { Near } from "./small_board.js" */
/** What is asked: when this was seen, and on which sheet. @typedef {{ moment: number, sheet: number }} Asked */
/**
 * What may be read over a shoulder, and what seats and spaces are called.
 * @typedef {{ isCovered: boolean, seats: live.PageSeat[], labels: (id: string) => string }} Look
 */
/** A button: `isOn` is `null` where it types. @typedef {{ at: number, content: HTMLElement[], isOff: boolean, isOn: boolean | null }} Row */

/** Buttons that say no more letters stand three in a row. */
const BRIEF = 6;

/**
 * Buttons in `list`; `pick` is given the path of the one that was chosen, `isAhead` says whether the box has yet to show it.
 * @param {HTMLElement} list @param {(path: Path) => void} pick @param {() => boolean} isAhead
 */
export function makeChoices(list, pick, isAhead) {
  let /** @type {live.PageChoice[]} */ offered = [], /** @type {Path} */ parent = [];
  let /** @type {Map<string, HTMLButtonElement>} */ made = new Map();
  /** The choices of each level of this question, by sheet and path: what is chosen stands among what could have been. */
  let /** @type {Map<string, live.PageChoice[]>} */ levels = new Map();
  /** The names of pieces that answers must be about. */
  let /** @type {Set<string>} */ wanted = new Set();
  let /** @type {Partial<Asked>} */ drawn = {};
  /** What was typed faster than the box has shown it. */
  let /** @type {number[]} */ typed = [];

  /** How far a paper is filled in; `asked` is its moment and its sheet. @param {live.QuestionForm} paper @param {Path} path @param {Asked} asked @param {Look} look */
  function show(paper, path, asked, look) {
    if (asked.moment !== drawn.moment) levels = new Map();
    if (asked.moment !== drawn.moment || asked.sheet !== drawn.sheet) [wanted, typed] = [/** @type {Set<string>} */ (new Set()), []];
    drawn = asked;
    const isTyped = paper.types.length > 0;
    levels.set([drawn.sheet, ...path].join(), paper.choices);
    const isEnd = !isTyped && paper.choices.length === 0;
    const above = isEnd ? path.slice(0, -1) : path;
    if (above.join() !== parent.join()) wanted.clear();
    parent = above;
    offered = levels.get([drawn.sheet, ...parent].join()) ?? [];
    const rows = isTyped ? keys(paper) : answers(isEnd ? path.at(-1) ?? null : null, look);
    list.className = rows.every(({ content }) => lengthOf(content) <= BRIEF) ? "brief" : "";
    list.dataset.depth = String(path.length);
    fill(rows);
    if (isTyped) typeOn();
  }

  /** The next of what was typed too fast, if it is there to be typed. */
  function typeOn() {
    while (typed.length && !isAhead()) {
      const [at] = typed.splice(0, 1);
      if (offered.some((choice) => choice.at === at)) choose(at);
    }
  }

  function shown() {
    return offered.filter(({ pieces }) => [...wanted].every((name) => pieces.some((piece) => nameOf(piece) === name)));
  }

  /** One key for each card in its place; those that have run out say so. @param {live.QuestionForm} paper @returns {Row[]} */
  function keys({ types, choices }) {
    return types.map((type, at) => ({
      at, content: [element("strong", "", type)], isOff: !choices.some((choice) => choice.at === at), isOn: null,
    }));
  }

  /** @param {number | null} chosen @param {Look} look @returns {Row[]} */
  function answers(chosen, look) {
    const common = offered.length > 1 ? sharedBy(offered) : () => false;
    return shown().map((choice) => ({
      at: choice.at, content: written(choice, common, look), isOff: false, isOn: choice.at === chosen,
    }));
  }

  /** The same button for the same answer, so that the finger and the focus stay on it. @param {Row[]} rows */
  function fill(rows) {
    const hadFocus = list.contains(document.activeElement);
    const old = made;
    made = new Map();
    for (const row of rows) {
      const name = [drawn.sheet, ...parent, row.at].join();
      const button = old.get(name) ?? element("button", "");
      button.type = "button";
      button.onclick = () => press(button, row);
      button.replaceChildren(...row.content);
      button.setAttribute("aria-disabled", String(row.isOff));
      if (row.isOn === null) button.removeAttribute("aria-pressed");
      else button.setAttribute("aria-pressed", String(row.isOn));
      made.set(name, button);
    }
    const buttons = [...made.values()];
    if (buttons.some((button, i) => list.children[i]?.firstChild !== button) || list.children.length !== buttons.length) {
      const focused = document.activeElement;
      list.replaceChildren(...buttons.map((button) => element("li", "", button)));
      if (hadFocus) (focused instanceof HTMLElement && list.contains(focused) ? focused : buttons[0])?.focus();
    }
  }

  /** A key that types is pressed once for each card; any other button only says which one it is to be. @param {HTMLButtonElement} button @param {Row} row */
  function press(button, { at, isOn }) {
    if (isOn === null && isAhead()) typed.push(at);
    else if (button.getAttribute("aria-disabled") !== "true") choose(at);
  }

  /** @param {number} at */
  function choose(at) {
    pick([...parent, at]);
  }

  /** Somebody has tapped the board, near these pieces and spaces. @param {Near} near */
  function tap({ pieces, spaces }) {
    for (const name of pieces) {
      const about = shown().filter((choice) => choice.pieces.some((piece) => nameOf(piece) === name));
      if (wanted.delete(name)) return true;
      if (about.length === 0 || about.length === offered.length) continue;
      wanted.add(name);
      if (about.length === 1) choose(about[0].at);
      return true;
    }
    const there = spaces.map((id) => shown().filter((choice) => choice.pieces.some(({ aim }) => aim === id)));
    const only = there.find((choices) => choices.length === 1);
    if (only) choose(only[0].at);
    return Boolean(only);
  }

  /** The page's board as it shows what can be tapped. @param {live.Page} page @returns {live.Page} */
  function marked(page) {
    const choices = shown();
    const able = new Set(choices.flatMap(({ pieces }) => pieces.map(nameOf)));
    const isOpen = !page.pieces.some(({ mark }) => mark === "drafted");
    const pieces = isOpen && able.size ? page.pieces.map((piece) => ({ ...piece, mark: markOf(nameOf(piece), able) })) : page.pieces;
    const aims = able.size === 1 ? choices.flatMap(({ pieces: about }) => about.map(({ aim }) => aim)).filter(Boolean) : [];
    return { ...page, pieces, goals: aims.length ? aims : page.goals };
  }

  /** @param {string} name @param {Set<string>} able */
  function markOf(name, able) {
    if (wanted.has(name)) return "drafted";
    return able.has(name) ? "able" : "dimmed";
  }

  function showAll() {
    wanted.clear();
  }

  return { show, tap, marked, showAll, isFewer: () => wanted.size > 0 };
}

/** @param {live.PagePiece} piece */
function nameOf({ seat, piece }) {
  return `${seat} ${piece}`;
}

/** @param {HTMLElement[]} content */
function lengthOf(content) {
  return content.reduce((sum, { textContent }) => sum + textContent.length, 0);
}

/** Whether a line stands in every one of them: then it tells nothing. @param {live.PageChoice[]} choices */
function sharedBy(choices) {
  return (/** @type {string[]} */ line) => choices.every(({ lines }) => lines.some((each) => each.join() === line.join()));
}

/** What a button says. @param {live.PageChoice} choice @param {(line: string[]) => boolean} common @param {Look} look */
function written({ at, number, caption, lines, pieces, is_secret: isSecret }, common, { isCovered, seats, labels }) {
  if (isSecret && isCovered) return [element("strong", "", String(at + 1))];
  const told = lines.filter((line) => !common(line)).map((line) => element("span", "line", ...pairsOf(line, seats)));
  const where = pieces.length === 1 && pieces[0].aim ? [element("small", "", `${labels(pieces[0].space)} → ${labels(pieces[0].aim)}`)] : [];
  if (isSecret && told.length) return [element("small", "nth", number), element("strong", "", ...told), ...where];
  const head = number ? [element("strong", "", number)] : [];
  return [...head, ...(caption && !told.length ? [element("span", "line", caption)] : []), ...told, ...where];
}

/** A line's columns, two by two: who, and how much. @param {string[]} line @param {live.PageSeat[]} seats */
function pairsOf(line, seats) {
  /** @type {HTMLElement[]} */
  const pairs = [];
  for (let i = 0; i < line.length; i += 2) {
    const [who, ...what] = line.slice(i, i + 2);
    pairs.push(element("span", "pair", named(who, seats), ...what.map((each) => ` ${each}`)));
  }
  return pairs.flatMap((pair, i) => (i ? [" ", pair] : [pair]));
}
