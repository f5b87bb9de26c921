// The page speaks, by the browser's own voice in the page's language.
// Laws: it says nothing before somebody has switched it on and touched the page; the newest sentence wins.

/**
 * The parts of a page with a voice.
 * @typedef {{ section: HTMLElement, how: HTMLSelectElement, rate: HTMLInputElement, loud: HTMLInputElement,
 *   again: HTMLButtonElement, board: HTMLButtonElement }} VoiceParts
 */

/**
 * Returns `hear`, which gets what a screen reader tells and whether it calls somebody, and `read`, which says something
 * whatever is chosen but "off". `standing` gives the board in sentences.
 * @param {VoiceParts} parts @param {() => string} standing
 */
export function makeVoice({ section, how, rate, loud, again, board }, standing) {
  const voice = window.speechSynthesis;
  let last = "";
  section.hidden = !voice;
  const mark = () => section.classList.toggle("on", how.value !== "off");
  for (const each of [how, rate, loud]) {
    each.value = localStorage.getItem(each.id) ?? each.value;
    each.onchange = () => {
      localStorage.setItem(each.id, each.value);
      mark();
      voice.cancel();
      utter(last);
    };
  }
  mark();
  again.onclick = () => utter(last);
  board.onclick = () => utter(standing());

  /** @param {string} said @param {boolean} isCall */
  function hear(said, isCall) {
    last = said;
    if (how.value === "all" || isCall) utter(said);
  }

  /** @param {string} said */
  function utter(said) {
    if (!voice || how.value === "off" || !said) return;
    if (navigator.userActivation?.hasBeenActive === false) return;  // older browsers do not tell, and refuse by themselves
    const utterance = new SpeechSynthesisUtterance(said), language = document.documentElement.lang;
    const able = voice.getVoices().filter(({ lang }) => lang.startsWith(language));
    utterance.lang = language;
    utterance.voice = able.find(({ localService }) => localService) ?? able[0] ?? null;
    utterance.rate = Number(rate.value);
    utterance.volume = Number(loud.value);
    voice.cancel();
    voice.speak(utterance);
  }
  return { hear, read: utter };
}
