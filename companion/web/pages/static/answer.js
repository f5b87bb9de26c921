// What a seat is asked, what it may say beside that, and the buttons that say it.
// Laws: what it may say aside lies behind a button of its own, so that no single tap says it; nothing is said that has
// not been seen: a tap that is ahead of the box waits for it.

import { makeAmount } from "./amount.js";
import { makeChoices } from "./choices.js";

/** @import { Look } from "./choices.js" */
/** @import { Draft, Path } from "./draft.js" */
/** @import { Near } from "./small_board.js" */

/**
 * `draft` keeps what is chosen, `changed` is called when it looks different, `unheard` when the box is away, `tell` with words for ears alone.
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

  /** Which paper lies open; -1: none. */
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

  /** `look` says what may be read over a shoulder, and what seats and spaces are called. @param {live.Own} next @param {Said} told @param {Look} look */
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

  /** Say what is chosen, as soon as it stands there. */
  function confirm() {
    isWaiting = draft.isAhead();
    if (!isWaiting && paper()?.is_whole) say(path());
  }

  /** Another paper, as far as it has been filled in. */
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
    /** What is chosen leads nowhere: nothing can be said, and nothing more be chosen. */
    isStuck: () => paper()?.kind === "list" && path().length > 0 && !paper()?.is_whole && paper()?.choices.length === 0,
    marked: (/** @type {live.Page} */ page) => (at("list").hidden ? page : choices.marked(page)),
  };
}
