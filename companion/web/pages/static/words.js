// What a page says, in the language in which it is read.

/** Put the box's words into the page: `data-say` names the word for an element's label if it has one, else its text. @param {Said} words @param {string} language */
export function speak(words, language) {
  document.documentElement.lang = language;
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-say]"))) {
    const said = words[each.dataset.say ?? ""];
    if (each.hasAttribute("aria-label")) each.setAttribute("aria-label", said);
    else each.textContent = said;
  }
}

const PAUSE_MS = 700;

/**
 * A screen reader tells what stands in `region`, after it has stood for a moment, and `hear` gets it for a voice, with
 * whether it calls somebody. `turn` gets the words of a view: of a draft it tells only whose it is, not each step. `say`
 * tells what has been chosen here.
 * @param {HTMLElement} region @param {(said: string, isCall: boolean) => void} hear
 */
export function makeTeller(region, hear) {
  let next = 0, last = "";
  /** @type {number | null} */
  let whose = null;

  /** @param {string} said */
  function say(said, isCall = false) {
    clearTimeout(next);
    next = setTimeout(() => {
      if (region.textContent === said) return;
      region.textContent = said;
      hear(said, isCall);
    }, PAUSE_MS);
  }

  /** @param {string} said @param {Pick<live.Page, "who" | "is_draft">} view @param {boolean} isCall */
  function turn(said, { who, is_draft: isDraft }, isCall) {
    if (said === last || (isDraft && who === whose)) return;
    [last, whose] = [said, who];
    say(said, isCall);
  }
  return { turn, say };
}

/** Sentences as one would read them aloud. @param {string[]} sentences */
export function aloud(sentences) {
  return sentences.map((each) => (/[.!?…:]$/.test(each) ? each : `${each}.`)).join(" ");
}
