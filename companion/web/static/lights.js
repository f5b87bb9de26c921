// The lights: one glowing dome for each LED.
// Law: a dome has the colour that the controller decoded. The brightness of an LED is linear, that of a screen is not.

const board = /** @type {HTMLElement} */ (document.getElementById("lights"));
const /** @type {Map<number, HTMLElement>} */ domes = new Map();
let /** @type {Uint8Array} */ colours = new Uint8Array();

/** Make the dome of one LED; from now on `drawLights` lights it. @param {number} led */
export function dome(led) {
  const element = document.createElement("i");
  element.className = "led";
  element.dataset.led = String(led);
  domes.set(led, element);
  light(element, led);
  return element;
}

/**
 * The domes of one space of the board side by side along the track, in the room there is for them.
 * @param {twin.SpaceLeds} space @param {number} x @param {number} y @param {number} angle @param {number} room @param {number} road
 */
export function putDomes({ leds }, x, y, angle, room, road) {
  const pitch = room / (leds.length + 0.2);
  const size = Math.min(Math.max(8, road * 0.34), pitch * 0.85);
  leds.forEach((led, i) => {
    const along = (i - (leds.length - 1) / 2) * pitch;
    const element = dome(led);
    element.style.setProperty("--dome", `${size}px`);
    element.style.left = `${x + along * Math.cos(angle)}px`;
    element.style.top = `${y + along * Math.sin(angle)}px`;
    board.append(element);
  });
}

/** Take all domes off the board, to put them there again. */
export function clearBoard() {
  board.replaceChildren();
}

/** Forget all domes: another layout comes. */
export function clearDomes() {
  domes.clear();
}

/** Show new colours: 3 bytes a LED. @param {Uint8Array} bytes */
export function drawLights(bytes) {
  const old = colours;
  colours = bytes;
  for (const [led, element] of domes) {
    const at = led * 3;
    if (old.length !== bytes.length || [0, 1, 2].some((i) => old[at + i] !== bytes[at + i])) light(element, led);
  }
}

/** @param {HTMLElement} element @param {number} led */
function light({ style }, led) {
  const linear = [0, 1, 2].map((i) => (colours[led * 3 + i] ?? 0) / 255);
  const peak = Math.max(...linear);
  const hue = linear.map((part) => Math.round(255 * encode(peak && part / peak)));
  style.setProperty("--light", hue.join(" "));
  style.setProperty("--power", encode(peak).toFixed(3));
}

/** Convert linear light into a level for a screen (sRGB, IEC 61966-2-1). @param {number} part */
function encode(part) {
  return part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
}
