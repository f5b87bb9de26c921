// What a page says, in the language of the table.

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
 * A screen reader tells what stands in `region`, after it has stood for a moment. `turn` gets the words of a view: of a
 * draft it tells only whose it is, not each step. `say` tells what has been chosen here.
 * @param {HTMLElement} region
 */
export function makeTeller(region) {
  let next = 0, last = "";
  /** @type {number | null} */
  let whose = null;

  /** @param {string} said */
  function say(said) {
    clearTimeout(next);
    next = setTimeout(() => {
      if (region.textContent !== said) region.textContent = said;
    }, PAUSE_MS);
  }

  /** @param {string} said @param {Pick<live.Page, "who" | "is_draft">} view */
  function turn(said, { who, is_draft: isDraft }) {
    if (said === last || (isDraft && who === whose)) return;
    [last, whose] = [said, who];
    say(said);
  }
  return { turn, say };
}

/**
 * All that a view says, as one would read it aloud.
 * @param {Pick<live.Page, "title" | "who" | "number" | "caption" | "lines" | "seats" | "notice">} view
 */
export function aloud({ title, who, number, caption, lines, seats, notice }) {
  const name = seats.find(({ seat }) => seat === who)?.name;
  const said = [name ? `${name}: ${title}` : title, `${number} ${caption}`.trim(), ...lines.map(listed), notice];
  return said.filter(Boolean).map((each) => (/[.!?…:]$/.test(each) ? each : `${each}.`)).join(" ");
}

/** @param {string[]} columns */
function listed(columns) {
  return columns.length === 4 ? `${columns[0]} ${columns[1]}, ${columns[2]} ${columns[3]}` : columns.join(" ");
}
