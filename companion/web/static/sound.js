// The sound: what the buzzer's pin does, as one oscillator.
// Laws: there is no sound before the first press on the page, since browsers forbid it; no tone begins or ends with a
// click.

/** The loudness of a wave that is high for half of its time. */
const FULL = 0.25;
/** The time constant with which a tone begins and ends, in seconds: after it, two thirds of the change are done. */
const EDGE_S = 0.004;

const button = /** @type {HTMLElement} */ (document.getElementById("sound"));

let /** @type {ReturnType<typeof makeVoice> | null} */ voice = null;
let tone = [0, 0];
let isMuted = false;

/** Sound a new tone: hertz in two bytes, and the percentage of its wave that is high. @param {Uint8Array} told */
export function drawTone([high, low, percent]) {
  tone = [high * 256 + low, percent / 100];
  sound();
}

function sound() {
  if (!voice) return;
  const [hertz, share] = isMuted ? [0, 0] : tone;
  const now = voice.context.currentTime;
  if (hertz) voice.oscillator.frequency.setValueAtTime(hertz, now);
  voice.gain.gain.setTargetAtTime(FULL * Math.sin(Math.PI * share), now, EDGE_S);
}

function unlock() {
  voice ??= makeVoice();
  if (voice.context.state === "suspended") voice.context.resume();
  sound();
}

function makeVoice() {
  const context = new AudioContext({ latencyHint: "interactive" });
  const oscillator = new OscillatorNode(context, { type: "triangle" });
  const gain = new GainNode(context, { gain: 0 });
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  return { context, oscillator, gain };
}

button.addEventListener("click", () => {
  isMuted = !isMuted;
  button.setAttribute("aria-pressed", String(isMuted));
  sound();
});
// A click must not take the focus, or the space bar would no longer be the table key.
button.addEventListener("mousedown", (event) => event.preventDefault());
for (const press of ["pointerdown", "keydown"]) addEventListener(press, unlock, { capture: true });
