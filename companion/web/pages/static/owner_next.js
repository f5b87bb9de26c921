// What is settled for the next game: rules of play, who does what, the language, names.
// Law: rules are agreed on all together; one with presets takes those that hang on it along, until they are changed alone.

import { element } from "./columns.js";
import { emblem } from "./crest.js";
import { field, fill } from "./owner_fields.js";

export function makeNext(at, order) {
  let words = {}, owned = null, known = {}, called = {}, draft = [];

  at("agreement").addEventListener("submit", (event) => {
    event.preventDefault();
    order({ order: "agree", chosen: draft });
  });
  at("language").onchange = () => order({ order: "speak", language: at("language").value });

  function hello(told) {
    words = told.words;
    known = {};
    called = {};
    if (owned) show(owned);
  }

  function show(next) {
    owned = next;
    if (isNew("rules")) {
      draft = owned.rules.map(({ chosen }) => chosen);
      at("rules").replaceChildren(...owned.rules.map(rule));
      showPrinted();
    }
    at("agreement").hidden = owned.rules.length === 0;
    if (isNew("duties")) showDuties();
    fill(at("language"), owned.languages.map(({ code, name }) => [code, name]), document.documentElement.lang);
    showNames();
  }

  function isNew(part, what = owned[part], among = known) {
    const now = JSON.stringify(what);
    const is = among[part] !== now;
    among[part] = now;
    return is;
  }

  function rule({ name, values, chosen }, nth) {
    const choices = values.map(([value], i) => [String(i), value]);
    const made = field(`rule-${nth}`, name, choices, String(chosen), (value) => choose(nth, Number(value)));
    const more = element("p", "small", values[chosen].slice(1).join(" "));
    more.id = `more-${nth}`;
    made.querySelector("select").setAttribute("aria-describedby", more.id);
    made.append(more);
    return made;
  }

  function choose(nth, value) {
    draft[nth] = value;
    const { presets } = owned.rules[nth];
    if (presets.length) draft.splice(nth + 1, draft.length, ...presets[value]);
    draft.forEach((each, i) => {
      at(`rule-${i}`).value = String(each);
      at(`more-${i}`).textContent = owned.rules[i].values[each].slice(1).join(" ");
    });
    showPrinted();
  }

  /** Whether all is as the rulebook has it. */
  function showPrinted() {
    const nth = owned.rules.findIndex(({ presets }) => presets.length);
    const isPrinted = nth < 0 || owned.rules[nth].presets[draft[nth]].join() === draft.slice(nth + 1).join();
    at("printed").textContent = nth < 0 ? "" : isPrinted ? words.as_printed : words.with_changes;
  }

  function showDuties() {
    const who = [["table", words.people], ["box", words.by_box]];
    at("duties").replaceChildren(...owned.duties.map((duty) =>
      field(`duty-${duty.duty}`, duty.name, who, duty.who, (to) => order({ order: "assign", duty: duty.duty, who: to }))));
  }

  /** What the box has not taken is as it was, but for a name: that can be put right. */
  function refused() {
    known = {};
    if (owned) show(owned);
  }

  function showNames() {
    const isOn = owned.game !== null;
    at("not-now").hidden = !isOn;
    owned.seats.forEach((seat, nth) => {
      if (isNew(nth, seat, called)) put(at("names"), nth, naming(seat));
    });
    for (const each of at("names").querySelectorAll("input, button")) each.disabled = isOn;
  }

  /** In the place of an older one, with the finger that was on that; what is half written beside it stays. */
  function put(list, nth, row) {
    const older = list.children[nth];
    if (!older) return list.append(row);
    const under = older.contains(document.activeElement) && document.activeElement.localName;
    older.replaceWith(row);
    if (under) row.querySelector(under).focus();
  }

  function naming({ pair, name, colour }) {
    const form = element("form", "row", emblem({ pair, colour })), input = document.createElement("input");
    Object.assign(input, { value: name, maxLength: 20, autocomplete: "off", spellcheck: false });
    input.setAttribute("aria-label", `${words.names} ${pair}`);
    const keep = element("button", "", words.keep);
    keep.setAttribute("aria-label", `${words.keep} ${pair}`);
    form.append(input, keep);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      order({ order: "call", pair, name: input.value });
    });
    return element("li", "", form);
  }

  return { hello, show, refused };
}
