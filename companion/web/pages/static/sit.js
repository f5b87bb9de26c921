// Before a game: whether this seat plays, and its name.
// Law: nobody else sees or changes a name before it is sent.

/**
 * @typedef {{
 *   section: HTMLElement, how: HTMLElement, next: HTMLElement, join: HTMLElement, form: HTMLFormElement, name: HTMLInputElement,
 *   colour: HTMLElement
 * }} Parts
 * @param {Parts} parts @param {(reply: live.Naming | live.Sitting) => boolean} send
 */
export function makeSit({ section, how, next, join, form, name, colour }, send) {
  let /** @type {string | null} */ given = null, sits = false;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ name: name.value.trim() });
    name.blur();
  });
  join.addEventListener("click", () => send({ sits: !sits }));

  /** `isPlayed`: a game is running without this seat. @param {live.Own} own @param {boolean} isPlayed @param {Said} words */
  function show(own, isPlayed, words) {
    const isNew = given === null, isNamed = own.name !== own.colour_name;
    section.hidden = false;
    form.hidden = isPlayed;
    sits = own.sits;
    how.textContent = sits ? words.joined : words.join;
    next.textContent = isPlayed ? words.next_time : sits ? words.start : "";
    join.textContent = sits ? words.do_leave : words.do_join;
    join.classList.toggle("yes", !sits);
    name.placeholder = own.colour_name;
    colour.textContent = `${own.colour_name}. ${words.colour}`;
    if (own.name !== given) name.value = isNamed ? own.name : "";
    given = own.name;
    if (isNew && !isNamed && !isPlayed) name.focus({ preventScroll: true });
  }

  function hide() {
    section.hidden = true;
    given = null;
  }
  return { show, hide };
}
