// The secrets of a seat, covered until somebody holds the button or taps it open; and the secret forms of an answer.
// Law: secrets are covered again as soon as the page is out of sight.

import { element, listed } from "./columns.js";
import { items } from "./items.js";

/** A shorter touch is a tap. */
const TAP_MS = 350;

/**
 * `changed` is called when the secrets open or close, `opened` with what is then seen, `arm` with the number of the secret
 * form that is armed; 0: none.
 * @param {{ section: HTMLElement, button: HTMLButtonElement, room: HTMLElement, armed: HTMLElement }} parts
 * @param {{ changed: () => void, opened: (page: live.Page) => void, arm: (page: number) => void }} listening
 */
export function makeSecrets({ section, button, room, armed }, { changed, opened, arm }) {
  let isOpen = false, stays = false, downAt = 0, /** @type {Said} */ words = {}, /** @type {live.Page | null} */ shown = null;

  /** @param {boolean} next */
  function open(next) {
    if (next === isOpen) return;
    isOpen = next;
    button.setAttribute("aria-expanded", String(isOpen));
    room.hidden = !isOpen;
    label();
    changed();
    if (isOpen && shown) opened(shown);
  }

  function label() {
    button.textContent = isOpen ? words.cover : words.look;
  }

  function cover() {
    stays = false;
    open(false);
  }

  /**
   * Show the first page, and a button for each secret form; once a choice `isBegun`, only the button of the armed form.
   * @param {live.Own} own @param {{ meant: number, isBegun: boolean }} now @param {Said} told
   */
  function show({ secret, papers }, { meant, isBegun }, told) {
    words = told;
    label();
    section.hidden = secret.length === 0;
    if (section.hidden) return cover();
    const [first, ...further] = secret;
    shown = first;
    room.replaceChildren(...sheet(first));
    const may = papers.filter(({ means }) => means === "secret");
    const pages = further.map((page, i) => ({ ...page, nth: i + 1 }));
    fill(isOpen ? pages.filter(({ nth }) => !isBegun || nth === meant) : [], may, meant);
  }

  /** @param {live.Page} page */
  function sheet(page) {
    const { number, caption, lines, seats } = page;
    const head = number ? [element("p", "big", number, caption && ` ${caption}`)] : [];
    return [...head, ...(lines.length ? [listed(lines.flatMap(split), seats)] : []), ...items(page, words)];
  }

  /** @param {(live.Page & { nth: number })[]} pages @param {live.QuestionForm[]} may @param {number} meant */
  function fill(pages, may, meant) {
    armed.hidden = pages.length === 0;
    while (armed.children.length > pages.length) armed.lastElementChild?.remove();
    pages.forEach(({ nth, lines: [name, what] }, i) => {
      const each = /** @type {HTMLButtonElement | undefined} */ (armed.children[i]) ?? armed.appendChild(element("button", ""));
      each.type = "button";
      each.replaceChildren(element("b", "", ...name), " ", element("small", "", ...(what ?? [])));
      each.setAttribute("aria-pressed", String(meant === nth));
      each.setAttribute("aria-disabled", String(!may[nth - 1]));
      each.onclick = () => may[nth - 1] && arm(meant === nth ? 0 : nth);
    });
  }

  button.addEventListener("pointerdown", (event) => {
    downAt = event.timeStamp;
    button.setPointerCapture(event.pointerId);
    if (!stays) open(true);
  });
  for (const up of /** @type {const} */ (["pointerup", "pointercancel"])) {
    button.addEventListener(up, (event) => {
      if (!downAt) return;
      const isTap = up === "pointerup" && event.timeStamp - downAt < TAP_MS;
      downAt = 0;
      stays = isTap && !stays;
      open(stays);
    });
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  /** A click by keyboard or screen reader, without a pointer. */
  button.addEventListener("click", ({ detail }) => {
    if (detail) return;
    stays = !isOpen;
    open(stays);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) cover();
  });
  addEventListener("pagehide", cover);
  return { show, isCovered: () => !isOpen };
}

/** On the display an empty column separates two facts; here each fact has a line of its own. @param {string[]} line */
function split(line) {
  return line.includes("") ? line.filter(Boolean).map((column) => [column]) : [line];
}
