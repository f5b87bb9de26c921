// Fields of the owner's forms.

import { element } from "./columns.js";

/**
 * Fill a list of choices, each `[value, name]`. If they have not changed, the open list under a finger stays as it is.
 * @param {HTMLSelectElement} select @param {string[][]} choices @param {string} [chosen]
 */
export function fill(select, choices, chosen) {
  const now = JSON.stringify(choices);
  if (select.dataset.choices !== now) {
    select.dataset.choices = now;
    select.replaceChildren(...choices.map(([value, name]) => {
      const option = element("option", "", name);
      option.value = value;
      return option;
    }));
  }
  if (chosen !== undefined) select.value = chosen;
}

/**
 * A labelled list of choices; `changed` gets the new value.
 * @param {string} id @param {string} name @param {string[][]} choices @param {string} chosen @param {(value: string) => void} changed
 */
export function field(id, name, choices, chosen, changed) {
  const label = element("label", "", name), select = document.createElement("select");
  label.htmlFor = select.id = id;
  fill(select, choices, chosen);
  select.onchange = () => changed(select.value);
  return element("div", "field", label, select);
}

/** Make the two buttons beside a number work; `changed` is called when they have changed it. @param {HTMLFormElement} form @param {HTMLInputElement} input */
export function makeStepper(form, input, changed = () => {}) {
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("[data-step]"))) {
    button.onclick = () => {
      const next = (Number(input.value) || 0) + Number(button.dataset.step);
      input.value = String(Math.max(Number(input.min), Math.min(Number(input.max), next)));
      changed();
    };
  }
}
