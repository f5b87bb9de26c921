// A list of answers, level by level, and cards to be typed: large buttons, and pieces on the board that stand for them.
// Laws: an answer keeps its button as long as it is offered; a secret answer, which others must not read over a
// shoulder, shows only a number until its seat looks.

import { element, named } from "./columns.js";

/** @import { Path } from "./draft.js" */
/** @import { Near } from "./small_board.js" */
/** A question: the moment when the page saw it, and its sheet. @typedef {{ moment: number, sheet: number }} Asked */
/**
 * Whether secrets are covered now, and the names of seats and spaces.
 * @typedef {{ isCovered: boolean, seats: live.PageSeat[], labels: (id: string) => string }} Look
 */
/** A button; `isOn`: whether it is chosen, `null` for a button that types. @typedef {{ at: number, content: HTMLElement[], isOff: boolean, isOn: boolean | null }} Row */

/** If no button has more letters than this, the buttons stand three in a row. */
const BRIEF = 6;

/**
 * Make buttons in `list`. `pick` gets the path of the chosen answer; `isAhead`: the box has not shown it yet.
 * @param {HTMLElement} list @param {(path: Path) => void} pick @param {() => boolean} isAhead
 */
export function makeChoices(list, pick, isAhead) {
  let /** @type {live.PageChoice[]} */ offered = [], /** @type {Path} */ parent = [];
  let /** @type {Map<string, HTMLButtonElement>} */ made = new Map();
  /**
   * The choices of each level of this question, by sheet and path, so that a chosen answer is shown among the others.
   */
  let /** @type {Map<string, live.PageChoice[]>} */ levels = new Map();
  /** The names of pieces that answers must be about. */
  let /** @type {Set<string>} */ wanted = new Set();
  let /** @type {Partial<Asked>} */ drawn = {};
  /** The cards that were typed before the box had shown the card before them. */
  let /** @type {number[]} */ typed = [];

  /** Show a question and what is chosen so far; `asked`: its moment and its sheet. @param {live.QuestionForm} paper @param {Path} path @param {Asked} asked @param {Look} look */
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

  /** Type the next waiting card, if it can still be typed. */
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

  /** Each press of a key that types adds a card; any other button only changes which answer is chosen. @param {HTMLButtonElement} button @param {Row} row */
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

  /** The page with marks on the pieces and spaces of the board that can be tapped. @param {live.Page} page @returns {live.Page} */
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

/** Gives a test whether all choices contain a line: such a line does not help to choose. @param {live.PageChoice[]} choices */
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

/** The columns of a line in pairs: who, and how much. @param {string[]} line @param {live.PageSeat[]} seats */
function pairsOf(line, seats) {
  /** @type {HTMLElement[]} */
  const pairs = [];
  for (let i = 0; i < line.length; i += 2) {
    const [who, ...what] = line.slice(i, i + 2);
    pairs.push(element("span", "pair", named(who, seats), ...what.map((each) => ` ${each}`)));
  }
  return pairs.flatMap((pair, i) => (i ? [" ", pair] : [pair]));
}
