// The display: the chip's memory as glowing dots.
// Law: it draws the chip's memory and nothing else.

import { roomOf } from "./svg.js";

const WIDTH = 128, HEIGHT = 64;
/** Black glass left and right of the picture, in CSS pixels. */
const MARGIN = 16;
/** Colours as the four bytes of a picture element read as one number: alpha, blue, green, red. */
const LIT = 0xfffff2e2, DARK = 0xff000000;

const canvas = /** @type {ids.Twin["oled"]} */ (document.getElementById("oled"));
const glow = /** @type {ids.Twin["glow"]} */ (document.getElementById("glow"));
const image = new ImageData(WIDTH, HEIGHT);
const dots = new Uint32Array(image.data.buffer);

/** Show a new memory: 8 pages of 128 columns, each byte 8 dots with the lowest bit on top. @param {Uint8Array} memory */
export function drawOled(memory) {
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      dots[y * WIDTH + x] = memory[(y >> 3) * WIDTH + x] >> (y & 7) & 1 ? LIT : DARK;
    }
  }
  glow.getContext("2d")?.putImageData(image, 0, 0);
  paint();
}

/** Show how bright the dots are: contrast 0 to 255, of which the chips use about half. @param {Uint8Array} told */
export function dimOled([contrast]) {
  const light = 0.25 + 0.75 * Math.min(1, contrast / 127);
  roomOf(canvas).style.setProperty("--light", String(light));
}

/** Enlarge the picture by a whole number of screen pixels a dot, and lay a fine dark grid between the dots. */
function paint() {
  const scale = canvas.width / WIDTH;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.imageSmoothingEnabled = false;
  context.drawImage(glow, 0, 0, canvas.width, canvas.height);
  if (scale < 3) return;
  context.fillStyle = "rgb(0 4 10 / 24%)";
  for (let x = 1; x <= WIDTH; x++) context.fillRect(x * scale - 1, 0, 1, canvas.height);
  for (let y = 1; y <= HEIGHT; y++) context.fillRect(0, y * scale - 1, canvas.width, 1);
}

/** Choose the largest whole number of screen pixels a dot that fits the glass. */
function fit() {
  const glass = roomOf(canvas).getBoundingClientRect();
  const scale = Math.max(1, Math.floor((glass.width - MARGIN) * devicePixelRatio / WIDTH));
  canvas.width = WIDTH * scale;
  canvas.height = HEIGHT * scale;
  for (const each of [canvas, glow]) {
    each.style.width = `${canvas.width / devicePixelRatio}px`;
    each.style.height = `${canvas.height / devicePixelRatio}px`;
  }
  paint();
}

new ResizeObserver(fit).observe(roomOf(canvas));
addEventListener("resize", fit);  // also when the page is zoomed
