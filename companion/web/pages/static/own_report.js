// The report of the game that has just ended, on the phone of a seat: what this player may want to know comes first.

import { makeReport } from "./report.js";

/** @typedef {{ section: HTMLElement, button: HTMLElement, room: HTMLElement }} Parts */

/** The report, opened by its button; `failed` tells whether the box is away. @param {Parts} parts @param {(isAway: boolean) => void} failed */
export function makeOwnReport({ section, button, room }, failed) {
  let /** @type {number | null} */ seat = null, /** @type {Said} */ words = {};
  const report = makeReport(room, ask, close, (players) => players[(seat ?? 0) - 1] ?? []);

  button.onclick = () => (room.hidden ? open() : close());

  /** @param {string} path */
  async function ask(path) {
    const answer = await fetch(path).catch(() => null);
    if (answer?.ok) return answer;
    failed(!answer);
    return null;
  }

  function open() {
    setOpen(true);
    report.open("/report", words);
  }

  function close() {
    setOpen(false);
    report.close();
  }

  /** @param {boolean} isOpen */
  function setOpen(isOpen) {
    room.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
  }

  /** @param {number | null} own @param {live.PublicView} table @param {Said} told */
  function show(own, table, told) {
    [seat, words] = [own, told];
    section.hidden = seat === null || table.stage !== "over";
    if (section.hidden && !room.hidden) close();
  }

  return { show };
}
