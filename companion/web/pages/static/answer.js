// The question to a seat, what the seat may say besides, and the buttons for both.
// Laws: an aside lies behind a button of its own, so that no single tap says it; an answer is sent only after the page
// has shown it: a tap that comes sooner waits.

import { makeAmount } from "./amount.js";
import { makeChoices } from "./choices.js";

/** @import { Look } from "./choices.js" */
/** @import { Draft, Path } from "./draft.js" */
/** @import { Near } from "./small_board.js" */

/**
 * `draft` keeps what is chosen. `changed` is called when the page must be drawn again, `unheard` when the box is away,
 * `tell` with words for screen readers only.
 * @param {At<ids.Seat>} at @param {Draft} draft
 * @param {{ changed: () => void, unheard: () => void, tell: (said: string) => void }} listening
 */
export function makeAnswer(at, draft, { changed, unheard, tell }) {
  let /** @type {live.Own | null} */ own = null, /** @type {Said} */ words = {}, /** @type {number | null} */ asked = null;
  let isAside = false, meant = 0, isWaiting = false;

  const amount = makeAmount({
    form: at("amount"), value: at("value"), keypad: at("keypad"), open: at("open"), range: at("range"),
    otherwise: at("otherwise"), offer: at("offer"),
  }, { choose: (path) => draft.keep(sheet(), path), say, tell });
  const choices = makeChoices(at("choices"), (path) => draft.choose(sheet(), path), draft.isAhead);

  /** @param {string} means */
  function sheetOf(means, nth = 1) {
    const sheets = (own?.papers ?? []).map((paper, i) => ({ paper, i })).filter(({ paper }) => paper.means === means);
    return sheets[nth - 1]?.i ?? -1;
  }

  /** The index of the question that is shown; -1: none. */
  function sheet() {
    if (isAside) return sheetOf("aside");
    return meant ? sheetOf("secret", meant) : sheetOf("answer");
  }

  function paper() {
    return own?.papers[sheet()] ?? null;
  }

  function path() {
    return own?.sheet === sheet() ? own.path : [];
  }

  /** `look`: see `choices.js`. @param {live.Own} next @param {Said} told @param {Look} look */
  function show(next, told, look) {
    [own, words] = [next, told];
    if (asked !== next.moment) [asked, isAside, meant, isWaiting] = [next.moment, false, 0, false];
    const open = paper(), hadFocus = at("dock").contains(document.activeElement);
    at("amount").hidden = open?.kind !== "amount";
    at("list").hidden = open?.kind !== "list" && open?.kind !== "cards";
    at("confirm").hidden = !open || open.kind === "amount" || !open.is_whole;
    if (open?.kind === "amount") amount.show(open, draft.path(sheet()));
    else if (open) showList(open, next.moment, look);
    showAside();
    if (isWaiting) confirm();
    const focused = document.activeElement;
    if (hadFocus && !(at("dock").contains(focused) && focused?.checkVisibility())) at("asked").focus();
  }

  /** @param {live.QuestionForm} open @param {number} moment @param {Look} look */
  function showList(open, moment, look) {
    if (open.kind !== "lot") choices.show(open, path(), { moment, sheet: sheet() }, look);
    at("up").hidden = path().length === 0;
    at("all").hidden = !choices.isFewer();
    at("trail").hidden = at("up").hidden && at("all").hidden;
    if (!at("confirm").hidden) at("confirm").textContent = open.says;
  }

  function showAside() {
    const aside = own?.papers[sheetOf("aside")];
    at("aside").hidden = !aside;
    at("aside").textContent = isAside ? words.back : aside?.name ?? "";
    at("aside").setAttribute("aria-expanded", String(isAside));
  }

  /** @param {Path} said */
  function say(said) {
    if (!draft.say(sheet(), said)) unheard();
  }

  /** Send the chosen answer, but only when the box has shown it. */
  function confirm() {
    isWaiting = draft.isAhead();
    if (!isWaiting && paper()?.is_whole) say(path());
  }

  /** Show another question, with what has been chosen for it so far. */
  function turn() {
    isWaiting = false;
    if (sheet() >= 0) draft.choose(sheet(), draft.path(sheet()));
    changed();
  }

  /** @param {Near} near */
  function tap(near) {
    if (paper() && !at("list").hidden && choices.tap(near)) changed();
  }

  at("confirm").addEventListener("click", confirm);
  at("up").addEventListener("click", () => draft.choose(sheet(), path().slice(0, -1)));
  at("all").addEventListener("click", () => {
    choices.showAll();
    changed();
  });
  at("aside").addEventListener("click", () => {
    isAside = !isAside;
    turn();
  });
  return {
    show, tap, paper, path,
    arm: (/** @type {number} */ page) => {
      meant = page;
      turn();
    },
    meant: () => meant,
    isAside: () => isAside,
    /** Whether the choice leads nowhere: it is no answer, and there is nothing more to choose. */
    isStuck: () => paper()?.kind === "list" && path().length > 0 && !paper()?.is_whole && paper()?.choices.length === 0,
    marked: (/** @type {live.Page} */ page) => (at("list").hidden ? page : choices.marked(page)),
  };
}
