// The entry page: somebody types the code from the box's display, or scans the link that contains it.
// Laws: a code is sent once and is removed from the address; the result is told in the reader's language, or in English
// until the box has told its words.

import { makeLanguage } from "./language.js";
import { speak } from "./words.js";

const DIGITS = /^[0-9]{6}$/;
const OWNER = 0;
/** The pause before the page asks the box again for its words. */
const AGAIN_MS = 2000;

/** @type {At<ids.Enter>} */
const at = (id) => /** @type {any} */ (document.getElementById(id));  // its type is the page's HTML's
const [form, code, said] = [at("form"), at("code"), at("said")];
const showLanguage = makeLanguage(at("reads"));
const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));

/** The sentence for each HTTP status of an answer; any other status means that the box cannot be reached. */
const /** @type {Said} */ SENTENCES = { 400: "digits", 403: "wrong", 429: "too_many" };
let /** @type {Said} */ words = {
  away: "box not reachable",
  digits: "The code has six digits.",
  wrong: "This code is wrong, or too old.",
  too_many: "Too many wrong codes: wait.",
};
/** The name of the sentence that is shown. */
let sentence = "";

/** @param {string} name */
function tell(name) {
  sentence = name;
  said.textContent = name && words[name];
  code.setAttribute("aria-invalid", String(Boolean(name)));
}

/** @param {live.Hello} told */
function hello(told) {
  words = told.words;
  speak(words, told.language);
  showLanguage(told);
  at("reads").hidden = false;
  document.title = words.come_in;
  tell(sentence);
}

/** Fetch the words, which the box sends first to every page. If it has no room for another page now, try again. */
function listen() {
  const wire = new WebSocket(`ws://${location.host}/live`);
  wire.onclose = () => setTimeout(listen, AGAIN_MS);
  wire.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.kind !== "hello") return;
    hello(told);
    wire.onclose = null;
    wire.close();
  };
}

/** @param {string} digits */
async function enter(digits) {
  if (button.getAttribute("aria-disabled") === "true") return;
  if (!DIGITS.test(digits)) return refuse("digits");
  button.setAttribute("aria-disabled", "true");
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/enter", { method: "POST", headers, body: JSON.stringify({ code: digits }) });
    if (answer.ok) location.replace((await answer.json()).door === OWNER ? "/owner" : "/seat");
    else refuse(SENTENCES[answer.status] ?? "away");
  } catch {
    refuse("away");
  } finally {
    button.setAttribute("aria-disabled", "false");
  }
}

/** @param {string} name */
function refuse(name) {
  tell(name);
  code.select();
  code.focus();
}

/** The code from the link. It opens only once, so it is removed from the address. */
function brought() {
  const digits = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  return digits;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  enter(code.value.replace(/\s/g, ""));
});

function come() {
  if (location.hash.length <= 1) return;
  code.value = brought();
  enter(code.value);
}

addEventListener("hashchange", come);
listen();
come();
