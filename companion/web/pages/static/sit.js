// Before a game: whether this seat plays, and what it is called.
// Law: what somebody types is theirs until they have said it.

/**
 * @typedef {{ section: HTMLElement, how: HTMLElement, form: HTMLFormElement, name: HTMLInputElement, colour: HTMLElement }} Parts
 * @param {Parts} parts @param {(reply: live.Naming) => boolean} send
 */
export function makeSit({ section, how, form, name, colour }, send) {
  let /** @type {string | null} */ given = null;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ name: name.value.trim() });
  });

  /** `joined`: as the table names it, once its green key has been pressed; it may be a bot that sits there. @param {live.Own} own @param {live.PageSeat | undefined} joined @param {Said} words */
  function show(own, joined, words) {
    section.hidden = false;
    how.textContent = joined && !joined.is_bot ? words.joined : words.join;
    colour.textContent = words.colour;
    if (own.name !== given) name.value = own.name;
    given = own.name;
  }

  function hide() {
    section.hidden = true;
    given = null;
  }
  return { show, hide };
}
