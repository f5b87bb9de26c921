// The thirteen keys, pressed by pointer, keyboard, focus or screen reader; and shown as they move at the box.
// Laws: a key is down while anything holds it; a page that loses focus or sight releases every key; the page measures
// by its own clock how long a key is held, and reports it again and again; every press at the box is seen.

/** Gets each press and release. @typedef {(key: string, down: boolean, heldMs: number) => void} Listener */

/** @type {Record<string, string>} */
const KEYBOARD = {
  KeyQ: "green1", KeyW: "green2", KeyE: "green3", KeyR: "green4", KeyT: "green5", KeyY: "green6",
  KeyA: "red1", KeyS: "red2", KeyD: "red3", KeyF: "red4", KeyG: "red5", KeyH: "red6",
  Space: "table",
};
/** The keys of the keyboard that press the button with the focus. */
const PRESSES = ["Enter", "NumpadEnter", "Space"];
const KEYS = Object.values(KEYBOARD);
const CODES = Object.fromEntries(Object.entries(KEYBOARD).map(([code, key]) => [key, code]));

/** What holds a key (a pointer, a key of the keyboard) -> the key it holds. */
const /** @type {Map<string, string>} */ grips = new Map();
let /** @type {Listener} */ tell = () => {};
/** The key -> since when it is down, and the longest hold that was reported. */
const /** @type {Map<string, { since: number, told: number }>} */ presses = new Map();
/** Milliseconds between two reports that a key is still held. */
const BEAT_MS = 50;
/** Until when it is certain that keys were held: releases since the last beat may not have come in yet. */
let beatAt = performance.now();
/** How often each key of the box has gone down or come up; null: the box has not said it yet. */
let /** @type {Uint8Array | null} */ felt = null;
const SEEN_MS = 120;
/** How long a click without a pointer holds a key. */
const TAP_MS = 100;
/** The key -> the timer of its coming up. */
const /** @type {Map<string, number>} */ rising = new Map();

/** Make one key of the box; it gets its name later. @param {string} key */
export function makeKey(key) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `key ${key.replace(/\d/, "")}`;
  button.dataset.key = key;
  const cap = document.createElement("span");
  cap.className = "cap";
  button.append(cap);
  letter(button, cap, CODES[key].replace(/^Key/, ""));
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    hold(`pointer ${event.pointerId}`, key, event.timeStamp);
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) {
    button.addEventListener(end, (event) => drop(`pointer ${event.pointerId}`, event.timeStamp));
  }
  button.addEventListener("click", ({ detail }) => {
    if (detail === 0) tap(key);
  });
  // A click must not take the focus, or the space bar would no longer be the table key.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  return button;
}

/** Let go of everything. */
export function dropAll() {
  for (const grip of [...grips.keys()]) drop(grip);
}

/** Show which keys are down at the box: a number for each of them, odd while it is down. @param {Uint8Array} numbers */
export function showKeys(numbers) {
  numbers.forEach((number, at) => {
    const isDown = number % 2 === 1, was = felt ? felt[at] : number - Number(isDown);
    if (number !== was) sink(KEYS[at], isDown);
  });
  felt = numbers;
}

/** The box no longer reports its keys: show them all up. */
export function forgetKeys() {
  felt = null;
  for (const button of document.querySelectorAll(".pressed")) button.classList.remove("pressed");
}

/** A key at the box has moved: show it down, at least for a moment. @param {string} key @param {boolean} isDown */
function sink(key, isDown) {
  const button = buttonOf(key);
  button?.classList.add("pressed");
  clearTimeout(rising.get(key));
  if (!isDown) rising.set(key, setTimeout(() => button?.classList.remove("pressed"), SEEN_MS));
}

/** @param {string} key @returns {HTMLElement | null} */
function buttonOf(key) {
  return document.querySelector(`[data-key="${key}"]`);
}

/** All keys that have been made, each with its cap. */
function* made() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-key]"))) {
    yield { key: button.dataset.key ?? "", button, cap: /** @type {HTMLElement} */ (button.firstElementChild) };
  }
}

/** Call `listener(key, down, heldMs)` for every edge of a key from now on, and now and then while it is down. @param {Listener} listener */
export function onEdge(listener) {
  tell = listener;
}

/** Print the letters of the real keyboard on the keys, if the browser knows them. */
export async function printLetters() {
  const { keyboard } = /** @type {{ keyboard?: { getLayoutMap(): Promise<Map<string, string>> } }} */ (navigator);
  const map = await keyboard?.getLayoutMap().catch(() => null);
  for (const { key, button, cap } of made()) {
    const found = map?.get(CODES[key]);
    if (found) letter(button, cap, found.toUpperCase());
  }
}

/** Give the keys their names in the language of the table. @param {Said} names */
export function nameKeys(names) {
  for (const { key, button, cap } of made()) {
    cap.dataset.name = names[key];
    letter(button, cap, cap.textContent);
  }
}

/** @param {HTMLElement} button @param {HTMLElement} cap @param {string} text */
function letter(button, cap, text) {
  cap.textContent = text;
  button.setAttribute("aria-label", `${cap.dataset.name ?? button.dataset.key}, ${text}`);
}

/** @param {string} grip @param {string} key @param {number} at */
function hold(grip, key, at) {
  if (document.body.classList.contains("away")) return;
  drop(grip, at);
  const was = isDown(key);
  grips.set(grip, key);
  if (!was) edge(key, true, at);
}

/** A tap by a screen reader: a click without a pointer; a page that is late makes no hold of it. @param {string} key */
function tap(key) {
  const at = performance.now();
  hold("click", key, at);
  setTimeout(() => drop("click", at + TAP_MS), TAP_MS);
}

/** @param {string} grip */
function drop(grip, at = performance.now()) {
  const key = grips.get(grip);
  grips.delete(grip);
  if (key !== undefined && !isDown(key)) edge(key, false, at);
}

/** @param {string} key */
function isDown(key) {
  return [...grips.values()].includes(key);
}

/** @param {string} key @param {boolean} down @param {number} at */
function edge(key, down, at) {
  buttonOf(key)?.classList.toggle("down", down);
  if (down) presses.set(key, { since: at, told: 0 });
  say(key, down, at);
  if (!down) presses.delete(key);
}

/** @param {string} key @param {boolean} down @param {number} at */
function say(key, down, at) {
  const press = presses.get(key);
  if (!press) return;
  press.told = Math.max(press.told, at - press.since);
  tell(key, down, press.told);
}

/** Report that keys are still held; if the page itself was delayed, only up to the last beat before the delay. */
function beat() {
  for (const key of presses.keys()) say(key, true, beatAt);
  beatAt = performance.now();
}

/** Which key of the box a key of the keyboard means: the focused one for Enter and Space, else the printed one. @param {KeyboardEvent} event */
function meant(event) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  if (active?.matches("button:not([data-key])") && PRESSES.includes(event.code)) return undefined;
  const focused = active?.dataset.key;
  return focused && PRESSES.includes(event.code) ? focused : KEYBOARD[event.code];
}

addEventListener("keydown", (event) => {
  // After a shortcut of the browser, the release of the key may never come.
  if (event.ctrlKey || event.altKey || event.metaKey) return dropAll();
  const key = meant(event);
  if (!key) return;
  event.preventDefault();
  if (!event.repeat) hold(event.code, key, event.timeStamp);
});
addEventListener("keyup", (event) => {
  if (grips.has(event.code)) event.preventDefault();
  drop(event.code, event.timeStamp);
});
setInterval(beat, BEAT_MS);
addEventListener("blur", dropAll);
addEventListener("pagehide", dropAll);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) dropAll();
});
