// The page speaks, by the browser's own voice in the page's language.
// Laws: it says nothing before somebody has switched it on and touched the page; the newest sentence wins.

const PANEL = `
  <summary data-say="speech"></summary>
  <div class="panel">
    <label><span data-say="speaks"></span>
      <select id="how-much">
        <option value="off" data-say="speech_off"></option>
        <option value="turns" data-say="speech_turns"></option>
        <option value="all" data-say="speech_all"></option>
      </select></label>
    <label><span data-say="rate"></span> <input id="rate" type="range" min="0.5" max="2" step="0.1" value="1"></label>
    <label><span data-say="loud"></span> <input id="loud" type="range" min="0.1" max="1" step="0.1" value="1"></label>
    <div class="row">
      <button id="again" type="button" data-say="say_again"></button>
      <button id="say-board" type="button" data-say="say_board"></button>
    </div>
  </div>`;
const EARPHONE = '<p data-say="earphone"></p>';

/**
 * Make the panel of the voice in `section`; `hasSecrets`: it says to use an earphone. Returns `hear`, which gets what a
 * screen reader tells and whether it calls somebody, and `read`, which says something whatever is chosen but "off".
 * `standing` gives the board in sentences.
 * @param {HTMLElement} section @param {() => string} standing
 */
export function makeVoice(section, standing, hasSecrets = false) {
  const voice = window.speechSynthesis;
  let last = "";
  section.innerHTML = PANEL;
  if (hasSecrets) section.querySelector(".panel")?.insertAdjacentHTML("beforeend", EARPHONE);
  const [how, rate, loud] = /** @type {NodeListOf<HTMLSelectElement | HTMLInputElement>} */ (section.querySelectorAll("select, input"));
  const [again, board] = section.querySelectorAll("button");
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
