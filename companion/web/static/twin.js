// The twin's page: it asks for the layout, then keeps a connection to the box.
// Law: while the box cannot be reached, no key is down and nothing is lit.

import { makeBoard } from "./board.js";
import { dropAll, forgetKeys, makeKey, nameKeys, onEdge, printLetters, showKeys } from "./keys.js";
import { clearBoard, clearDomes, dome, drawLights, putDomes } from "./lights.js";
import { dimOled, drawOled } from "./oled.js";
import { makeReader } from "./reading.js";
import { drawTone } from "./sound.js";

/** The function for each kind of message, by the message's first byte. @type {Record<number, (bytes: Uint8Array) => void>} */
const DRAW = { 1: show, 2: drawLights, 3: dimOled, 4: showKeys, 5: drawTone, 6: speak, 7: read };
const DARK = new Uint8Array(1024);
const SILENCE = new Uint8Array(3);
const FIRST_PAUSE_MS = 250, LONGEST_PAUSE_MS = 5000;

/** @type {At<ids.Twin>} */
const at = (id) => /** @type {any} */ (document.getElementById(id));  // its type is the page's HTML's
const [left, middle, right, notice] = [at("left"), at("middle"), at("right"), at("notice")];

const tell = makeReader(at("reading"));
const drawBoard = makeBoard(at("board"), { clear: clearBoard, put: putDomes });

let /** @type {WebSocket | null} */ socket = null;
let drawn = "";
/** The box's words, in the language of the table; before they come, English words. */
let /** @type {twin.TwinWords} */ words = { language: "en", page: {}, asleep: "asleep: any key wakes it", away: "box not reachable", keys: {} };

/** Lay the page out; again only if the box has changed. */
async function lay() {
  const text = await (await fetch("/layout", { cache: "no-store" })).text();
  if (text === drawn) return;
  const /** @type {twin.TwinLayout} */ layout = JSON.parse(text);
  document.title = layout.title;
  at("title").textContent = layout.title;
  clearDomes();
  layKeys(layout.seats);
  drawBoard(layout);
  drawn = text;
}

/** @param {twin.SeatLeds[]} seats */
function layKeys(seats) {
  const of = (/** @type {number} */ number) => seats.find((seat) => seat.pair === number);
  left.replaceChildren(...[1, 2, 3].map((number) => layPair(number, of(number))));
  right.replaceChildren(...[4, 5, 6].map((number) => layPair(number, of(number))));
  middle.replaceChildren(makeKey("table"));
  nameKeys(words.keys);
  printLetters();
}

/** @param {number} number @param {twin.SeatLeds} [seat] */
function layPair(number, seat) {
  const pair = document.createElement("div");
  const name = document.createElement("b");
  const lights = document.createElement("span");
  const crest = document.createElement("header");
  pair.className = "seat";
  pair.dataset.colour = seat?.colour ?? "";
  name.textContent = String(number);
  lights.className = "lights";
  lights.append(...(seat?.leds ?? []).map(dome));
  crest.append(name, lights);
  pair.append(crest, makeKey(`green${number}`), makeKey(`red${number}`));
  return pair;
}

/** Make one connection and wait for its end; resolves to whether it was ever open. @returns {Promise<boolean>} */
function connect() {
  return new Promise((resolve) => {
    let stood = false;
    socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/live`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      stood = true;
      document.body.classList.remove("away");
      notice.textContent = "";
    };
    socket.onmessage = ({ data }) => DRAW[new Uint8Array(data, 0, 1)[0]]?.(new Uint8Array(data, 1));
    socket.onclose = () => resolve(stood);
  });
}

/** Show a new memory. If the display is dark, a notice says that it sleeps, so that nobody thinks it is broken. @param {Uint8Array} memory */
function show(memory) {
  drawOled(memory);
  notice.textContent = memory.some(Boolean) ? "" : words.asleep;
}

/** Say everything in the language of the table. @param {Uint8Array} told */
function speak(told) {
  words = JSON.parse(new TextDecoder().decode(told));
  document.documentElement.lang = words.language;
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-say]"))) {
    const said = words.page[each.dataset.say ?? ""];
    if (each.hasAttribute("aria-label")) each.setAttribute("aria-label", said);
    else each.textContent = said;
  }
  nameKeys(words.keys);
}

/** What the display shows, in words. @param {Uint8Array} told */
function read(told) {
  tell(JSON.parse(new TextDecoder().decode(told)));
}

function away() {
  socket = null;
  document.body.classList.add("away");
  notice.textContent = words.away;
  dropAll();
  forgetKeys();
  drawOled(DARK);
  tell([]);
  drawLights(new Uint8Array());
  drawTone(SILENCE);
}

/** @param {unknown} error */
function report(error) {
  console.warn(error);
  return false;
}

onEdge((key, down, heldMs) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ key, down, held_ms: heldMs }));
});

for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
  const stood = await lay().then(connect).catch(report);
  away();
  if (stood) pause = FIRST_PAUSE_MS;
  await new Promise((resolve) => setTimeout(resolve, pause));
}
