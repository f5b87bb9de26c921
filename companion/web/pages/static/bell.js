// The phone rings and shakes when its seat is asked, and once more if it is not touched for long. Each has a switch of its
// own, which this phone remembers.
// Law: it neither rings nor shakes before the first touch of the page, because browsers forbid that.

const SHAKE_MS = [120, 80, 120];
/** Two notes: hertz, and after how many seconds. */
const NOTES = [[659, 0], [880, 0.16]];
const NOTE_S = 0.35, LOUD = 0.2;
/** As long as the box waits before it calls again. */
const NUDGE_MS = 30_000;

/** @param {HTMLButtonElement} ring @param {HTMLButtonElement} shake */
export function makeBell(ring, shake) {
  let /** @type {AudioContext | null} */ context = null, wasAsked = true, nudging = 0;
  const isOn = (/** @type {HTMLElement} */ button) => button.getAttribute("aria-pressed") === "true";

  for (const button of [ring, shake]) {
    button.setAttribute("aria-pressed", String(localStorage.getItem(button.id) !== "off"));
    button.onclick = () => {
      button.setAttribute("aria-pressed", String(!isOn(button)));
      localStorage.setItem(button.id, isOn(button) ? "on" : "off");
      if (isOn(button)) call();
    };
  }
  shake.hidden = !navigator.vibrate;
  addEventListener("pointerdown", () => {
    context ??= new AudioContext();
    context.resume();
    if (wasAsked) nudgeLater();
  }, { capture: true });

  /** Call once more, unless the seat is no longer asked by then or somebody touches the page. */
  function nudgeLater() {
    clearTimeout(nudging);
    nudging = setTimeout(call, NUDGE_MS);
  }

  function call() {
    if (!context) return;
    if (isOn(shake)) navigator.vibrate?.(SHAKE_MS);
    if (isOn(ring)) for (const [hertz, after] of NOTES) sound(context, hertz, context.currentTime + after);
  }

  /** @param {AudioContext} on @param {number} hertz @param {number} at */
  function sound(on, hertz, at) {
    const oscillator = new OscillatorNode(on, { type: "triangle", frequency: hertz });
    const gain = new GainNode(on, { gain: 0 });
    gain.gain.setTargetAtTime(LOUD, at, 0.01);
    gain.gain.setTargetAtTime(0, at + 0.05, NOTE_S / 4);
    oscillator.connect(gain).connect(on.destination);
    oscillator.start(at);
    oscillator.stop(at + NOTE_S);
  }

  /**
   * Call once when a question to this seat begins, but not for a question that was there when the page opened.
   * @param {boolean} isAsked
   */
  function asked(isAsked) {
    if (isAsked && !wasAsked) {
      call();
      nudgeLater();
    }
    if (!isAsked) clearTimeout(nudging);
    wasAsked = isAsked;
  }
  return { asked };
}
