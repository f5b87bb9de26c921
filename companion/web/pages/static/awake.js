// The screen of a phone stays on while its page is in sight.
// Laws: a browser that gives a wake lock (only by HTTPS or on the box's own computer) is asked for one; in other
// browsers, after a touch, a film without a picture plays, which has the same effect; if neither works, a sentence
// says so.

/** An iPhone keeps its screen on for a film only if it is in sight, has a sound track, is not muted, and does not loop. */
const FILM = "/static/awake.mp4";

/** @param {HTMLButtonElement} bar @param {HTMLVideoElement} film */
export function makeAwake(bar, film) {
  let /** @type {Said} */ words = {}, place = "";

  /** @param {Said} told */
  function speak(told) {
    words = told;
    show(place);
  }

  /** Show the sentence of this name; empty: the screen stays on, so there is nothing to say. @param {string} next */
  function show(next) {
    place = next;
    bar.hidden = !place;
    bar.disabled = place === "stays_dark";
    bar.textContent = words[place] ?? "";
  }

  async function lock() {
    if (document.hidden) return;
    try {
      await navigator.wakeLock.request("screen");
      show("");
    } catch {
      offer();
    }
  }

  /** Load the film before the touch: a browser lets it begin only at the very moment of the touch. */
  async function offer() {
    if (film.src) return show(film.paused ? "keep_on" : "");
    try {
      film.src = URL.createObjectURL(await (await fetch(FILM)).blob());
      show("keep_on");
    } catch {
      show("stays_dark");
    }
  }

  function play() {
    film.play().then(() => show(""), () => show("stays_dark"));
  }

  const wake = navigator.wakeLock ? lock : offer;
  bar.onclick = play;
  film.onended = play;
  film.onpause = () => film.ended || show("keep_on");
  document.addEventListener("visibilitychange", wake);
  wake();
  return { speak };
}
