// The thirteen keys: by pointer, by keyboard, by focus; and as the box feels them, whoever presses.
// Laws: a key is down while anything holds it; what loses sight of the page lets go of everything; a press at the box
// is seen, however short it is.

const KEYBOARD = {
  KeyQ: "green1", KeyW: "green2", KeyE: "green3", KeyR: "green4", KeyT: "green5", KeyY: "green6",
  KeyA: "red1", KeyS: "red2", KeyD: "red3", KeyF: "red4", KeyG: "red5", KeyH: "red6",
  Space: "table",
};
/** What presses whatever has the focus. */
const PRESSES = ["Enter", "NumpadEnter", "Space"];
const KEYS = Object.values(KEYBOARD);
const CODES = Object.fromEntries(Object.entries(KEYBOARD).map(([code, key]) => [key, code]));

/** What holds a key (a pointer, a key of the keyboard) -> the key it holds. */
const grips = new Map();
let tell = () => {};
/** How often each key of the box has gone down or come up; null: nobody has told yet. */
let felt = null;
const SEEN_MS = 120;
/** The key -> the timer of its coming up. */
const rising = new Map();

/** Make one key of the box; what it is called is told later. */
export function makeKey(key) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `key ${key.replace(/\d/, "")}`;
  button.dataset.key = key;
  const cap = document.createElement("span");
  cap.className = "cap";
  button.append(cap);
  letter(button, CODES[key].replace(/^Key/, ""));
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    hold(`pointer ${event.pointerId}`, key);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    button.addEventListener(end, (event) => drop(`pointer ${event.pointerId}`));
  }
  // A click must not take the focus, or the space bar would no longer be the table key.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  return button;
}

/** Let go of everything. */
export function dropAll() {
  for (const grip of [...grips.keys()]) drop(grip);
}

/** Show which keys are down at the box: a number for each of them, odd while it is down. */
export function showKeys(numbers) {
  numbers.forEach((number, at) => {
    const isDown = number % 2 === 1, was = felt ? felt[at] : number - isDown;
    if (number !== was) sink(KEYS[at], isDown);
  });
  felt = numbers;
}

/** Nobody tells of them any more. */
export function forgetKeys() {
  felt = null;
  for (const button of document.querySelectorAll(".pressed")) button.classList.remove("pressed");
}

/** A key is felt down at the box, or has been: it is seen down at least for a moment. */
function sink(key, isDown) {
  const button = document.querySelector(`[data-key="${key}"]`);
  button.classList.add("pressed");
  clearTimeout(rising.get(key));
  if (!isDown) rising.set(key, setTimeout(() => button.classList.remove("pressed"), SEEN_MS));
}

/** Call `listener(key, down)` for every edge of a key from now on. */
export function onEdge(listener) {
  tell = listener;
}

/** Print the letters of the keyboard that is really there, where the browser knows them. */
export async function printLetters() {
  const map = await navigator.keyboard?.getLayoutMap().catch(() => null);
  for (const button of document.querySelectorAll("[data-key]")) {
    const found = map?.get(CODES[button.dataset.key]);
    if (found) letter(button, found.toUpperCase());
  }
}

/** Call the keys what they are called in the language of the table. */
export function nameKeys(names) {
  for (const button of document.querySelectorAll("[data-key]")) {
    button.firstChild.dataset.name = names[button.dataset.key];
    letter(button, button.firstChild.textContent);
  }
}

function letter(button, text) {
  button.firstChild.textContent = text;
  button.setAttribute("aria-label", `${button.firstChild.dataset.name ?? button.dataset.key} (${text})`);
}

function hold(grip, key) {
  if (document.body.classList.contains("away")) return;
  drop(grip);
  const was = isDown(key);
  grips.set(grip, key);
  if (!was) edge(key, true);
}

function drop(grip) {
  const key = grips.get(grip);
  if (grips.delete(grip) && !isDown(key)) edge(key, false);
}

function isDown(key) {
  return [...grips.values()].includes(key);
}

function edge(key, down) {
  document.querySelector(`[data-key="${key}"]`)?.classList.toggle("down", down);
  tell(key, down);
}

/** Which key of the box a key of the keyboard means: the focused one for Enter and Space, else the printed one. */
function meant(event) {
  if (document.activeElement?.matches("button:not([data-key])") && PRESSES.includes(event.code)) return undefined;
  const focused = document.activeElement?.dataset.key;
  return focused && PRESSES.includes(event.code) ? focused : KEYBOARD[event.code];
}

addEventListener("keydown", (event) => {
  // A shortcut of the browser: it may swallow the key's coming up.
  if (event.ctrlKey || event.altKey || event.metaKey) return dropAll();
  const key = meant(event);
  if (!key) return;
  event.preventDefault();
  if (!event.repeat) hold(event.code, key);
});
addEventListener("keyup", (event) => {
  if (grips.has(event.code)) event.preventDefault();
  drop(event.code);
});
addEventListener("blur", dropAll);
addEventListener("pagehide", dropAll);
document.addEventListener("visibilitychange", () => document.hidden && dropAll());
