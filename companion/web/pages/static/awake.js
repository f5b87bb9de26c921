// The screen of a phone stays on while its page is in sight.
// Laws: where the browser gives a wake lock (HTTPS or this computer only), that; elsewhere, after a touch, a film without
// a picture plays, which has the same effect; where neither can be had, a sentence says so.

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

  /** Nothing to say: it stays on. @param {string} next */
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

  /** The film is there before the touch: a browser lets it begin only at once. */
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
