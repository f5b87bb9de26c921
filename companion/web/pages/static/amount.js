// An amount: by steps, by a keypad under the thumb, or typed; and the other answer.
// Law: the button always says the amount that is shown.

const MOST_DIGITS = 4;

/** @import { Path } from "./draft.js" */
/**
 * @typedef {{
 *   form: HTMLFormElement, value: HTMLInputElement, keypad: HTMLElement, open: HTMLButtonElement, range: HTMLElement,
 *   otherwise: HTMLButtonElement, offer: HTMLButtonElement,
 * }} Parts
 */

/**
 * `choose` and `say` are given a path: 0 and the amount, or 1 for the other answer; `tell` what the button says now.
 * @param {Parts} parts
 * @param {{ choose: (path: Path) => void, say: (path: Path) => void, tell: (said: string) => void }} listening
 */
export function makeAmount({ form, value, keypad, open, range, otherwise, offer }, { choose, say, tell }) {
  /** The question; nobody sees this one before the first `show`. */
  let paper = { says: "", otherwise: "", least: 0, most: 0 };

  function amount() {
    return value.value === "" ? null : Number(value.value);
  }

  /** @param {live.QuestionForm} next @param {Path} path */
  function show(next, path) {
    paper = next;
    const drafted = path[0] === 0 ? String(path[1]) : "";
    if (value.value !== drafted) value.value = drafted;
    label();
  }

  function label() {
    const wanted = amount() ?? paper.least;
    const may = paper.least <= paper.most;
    offer.textContent = paper.says.replace("{amount}", String(wanted));
    offer.setAttribute("aria-disabled", String(!may));
    otherwise.textContent = paper.otherwise;
    range.textContent = may ? `${paper.least} – ${paper.most}` : "";
    value.placeholder = String(paper.least);
  }

  /** @param {string} digits */
  function set(digits) {
    value.value = digits.replace(/\D/g, "").replace(/^0+(?=\d)/, "").slice(0, MOST_DIGITS);
    label();
    const wanted = amount();
    choose(wanted === null ? [] : [0, wanted]);
    tell(offer.textContent);
  }

  /** The first step, from an empty field, gives the least amount. @param {number} by */
  function step(by) {
    const from = amount() ?? (by === 1 ? paper.least - 1 : paper.least);
    set(String(Math.max(paper.least, Math.min(paper.most, from + by))));
  }

  /** @param {string} key */
  function press(key) {
    if (key === "erase") set(value.value.slice(0, -1));
    else set(value.value + key);
  }

  /** @type {Record<string, number>} */
  const STEPS = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 };

  form.addEventListener("click", ({ target }) => {
    const { step: by, key } = /** @type {Element} */ (target).closest("button")?.dataset ?? {};
    if (by) step(Number(by));
    if (key) press(key);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (offer.getAttribute("aria-disabled") === "false") say([0, amount() ?? paper.least]);
  });
  otherwise.addEventListener("click", () => say([1]));
  value.addEventListener("input", () => set(value.value));
  value.addEventListener("keydown", (event) => {
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    step(STEPS[event.key]);
  });
  open.addEventListener("click", () => {
    keypad.hidden = !keypad.hidden;
    open.setAttribute("aria-expanded", String(!keypad.hidden));
  });
  return { show };
}
