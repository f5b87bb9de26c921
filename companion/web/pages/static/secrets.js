// What is for these eyes alone: covered until it is touched and held, or tapped open; and what may be meant in secret.
// Law: it is covered again as soon as nobody looks at the page.

import { element, listed } from "./columns.js";

/** Shorter, and a touch is a tap. */
const TAP_MS = 350;

/**
 * `changed` is called when it opens or closes, `arm` with the page that is meant in secret from now on, 0 for none.
 * @param {{ section: HTMLElement, button: HTMLButtonElement, room: HTMLElement, armed: HTMLElement }} parts
 * @param {{ changed: () => void, arm: (page: number) => void }} listening
 */
export function makeSecrets({ section, button, room, armed }, { changed, arm }) {
  let isOpen = false, stays = false, downAt = 0, /** @type {Said} */ words = {};

  /** @param {boolean} next */
  function open(next) {
    if (next === isOpen) return;
    isOpen = next;
    button.setAttribute("aria-expanded", String(isOpen));
    room.hidden = !isOpen;
    label();
    changed();
  }

  function label() {
    button.textContent = isOpen ? words.cover : words.look;
  }

  function cover() {
    stays = false;
    open(false);
  }

  /**
   * The first page, and a button for each further one; once a choice `isBegun`, for the meant.
   * @param {live.Own} own @param {{ meant: number, isBegun: boolean }} now @param {Said} told
   */
  function show({ secret, papers }, { meant, isBegun }, told) {
    words = told;
    label();
    section.hidden = secret.length === 0;
    if (section.hidden) return cover();
    const [first, ...further] = secret;
    room.replaceChildren(...sheet(first));
    const may = papers.filter(({ means }) => means === "secret");
    const pages = further.map((page, i) => ({ ...page, nth: i + 1 }));
    fill(isOpen ? pages.filter(({ nth }) => !isBegun || nth === meant) : [], may, meant);
  }

  /** @param {live.Page} page */
  function sheet({ number, caption, lines, seats }) {
    const head = number ? [element("p", "big", number, caption && ` ${caption}`)] : [];
    return lines.length ? [...head, listed(lines.flatMap(split), seats)] : head;
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
  /** Of the keyboard, or of a screen reader: no pointer was there. */
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

/** An empty column keeps two things apart on the display; here each has its own line. @param {string[]} line */
function split(line) {
  return line.includes("") ? line.filter(Boolean).map((column) => [column]) : [line];
}
