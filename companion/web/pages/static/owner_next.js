// The choices for the next game: rules of play, who does what, the language, names; the home network; a newer version;
// which games from others are here.
// Law: all rules are sent together; a rule with presets also sets the rules after it, which can then be changed singly.

import { element } from "./columns.js";
import { emblem } from "./crest.js";
import { field, fill } from "./owner_fields.js";

/** @param {At<ids.Owner>} at @param {(wish: Order) => boolean} order */
export function makeNext(at, order) {
  let /** @type {Said} */ words = {}, /** @type {live.Owned | null} */ owned = null, /** @type {number[]} */ draft = [];
  let /** @type {live.Tongue[]} */ languages = [];
  /** What each part of the page, and each name, was last made from. */
  let /** @type {Said} */ known = {}, /** @type {Said} */ called = {};

  at("agreement").addEventListener("submit", (event) => {
    event.preventDefault();
    order({ order: "agree", chosen: draft });
  });
  at("home-wifi").addEventListener("submit", (event) => {
    event.preventDefault();
    order({ order: "join", network: { name: at("wifi-name").value, password: at("wifi-password").value } });
  });
  at("look").onclick = () => order({ order: "update", installs: false });
  at("install").onclick = () => order({ order: "update", installs: true });
  at("language").onchange = () => order({ order: "speak", language: at("language").value });

  /** @param {live.Hello} told */
  function hello(told) {
    ({ words, languages } = told);
    known = {};
    called = {};
    if (owned) show(owned);
  }

  /** @param {live.Owned} next */
  function show(next) {
    owned = next;
    if (isNew("rules", next.rules, known)) {
      draft = next.rules.map(({ chosen }) => chosen);
      at("rules").replaceChildren(...next.rules.map((each, nth) => rule(each, nth, next.rules)));
      showPrinted(next.rules);
    }
    at("agreement").hidden = next.rules.length === 0;
    if (isNew("duties", next.duties, known)) showDuties(next.duties);
    fill(at("language"), languages.map(({ code, name }) => [code, name]), next.language);
    showNames(next);
    at("version").textContent = next.version && `companion ${next.version}`;
    showUpdate(next.update);
    at("home-wifi").hidden = !next.may_join;
    at("from-others").hidden = next.others.length === 0;
    if (isNew("others", next.others, known)) at("others").replaceChildren(...next.others.map(other));
  }

  /** @param {live.OwnedUpdate | null} update */
  function showUpdate(update) {
    at("update").hidden = update === null;
    if (at("update-says").textContent !== (update?.says ?? "")) at("update-says").textContent = update?.says ?? "";
    at("look").disabled = update?.is_busy ?? false;
    at("install").hidden = !update?.may_install;
  }

  /** @param {live.OtherGame} other */
  function other({ title, package: of, version, licence, languages, why }) {
    const row = element("li", "", element("b", "", title), element("p", "small", [`${of} ${version}`, licence, languages.join(", ")].filter(Boolean).join(" · ")));
    if (!why) return row;
    const sentence = element("span", "", `${why}.`);
    sentence.lang = "en";
    row.append(element("p", "refused", words.unplayable, " ", sentence));
    return row;
  }

  /** @param {string | number} part @param {object} what @param {Said} among */
  function isNew(part, what, among) {
    const now = JSON.stringify(what);
    const is = among[part] !== now;
    among[part] = now;
    return is;
  }

  /** @param {live.Rule} rule @param {number} nth @param {live.Rule[]} all */
  function rule({ name, values, chosen }, nth, all) {
    const choices = values.map(([value], i) => [String(i), value]);
    const made = field(`rule-${nth}`, name, choices, String(chosen), (value) => choose(nth, Number(value), all));
    const more = element("p", "small", values[chosen].slice(1).join(" "));
    more.id = `more-${nth}`;
    made.querySelector("select")?.setAttribute("aria-describedby", more.id);
    made.append(more);
    return made;
  }

  /** @param {number} nth @param {number} value @param {live.Rule[]} rules */
  function choose(nth, value, rules) {
    draft[nth] = value;
    const { presets } = rules[nth];
    if (presets.length) draft.splice(nth + 1, draft.length, ...presets[value]);
    draft.forEach((each, i) => {
      const [, select, more] = at("rules").children[i].children;
      /** @type {HTMLSelectElement} */ (select).value = String(each);
      more.textContent = rules[i].values[each].slice(1).join(" ");
    });
    showPrinted(rules);
  }

  /** Show whether all rules are as in the rulebook. @param {live.Rule[]} rules */
  function showPrinted(rules) {
    const nth = rules.findIndex(({ presets }) => presets.length);
    const isPrinted = nth < 0 || rules[nth].presets[draft[nth]].join() === draft.slice(nth + 1).join();
    at("printed").textContent = nth < 0 ? "" : isPrinted ? words.as_printed : words.with_changes;
  }

  /** @param {live.Task[]} duties */
  function showDuties(duties) {
    const who = [["table", words.people], ["box", words.by_box]];
    at("duties").replaceChildren(...duties.map(({ duty, name, who: doer }) =>
      field(`duty-${duty}`, name, who, doer, (to) => order({ order: "assign", duty, who: to === "box" ? "box" : "table" }))));
  }

  /** The box has refused: show the old values again, except for a name, which somebody can correct. */
  function refused() {
    known = {};
    if (owned) show(owned);
  }

  /** @param {live.Owned} owned */
  function showNames({ game, seats }) {
    const isOn = game !== null;
    at("not-now").hidden = !isOn;
    seats.forEach((seat, nth) => {
      if (isNew(nth, seat, called)) put(at("names"), nth, naming(seat));
    });
    const fields = /** @type {NodeListOf<HTMLInputElement | HTMLButtonElement>} */ (at("names").querySelectorAll("input, button"));
    for (const each of fields) each.disabled = isOn;
  }

  /** Put a row in place of an older one and keep the focus; half-written rows beside it stay. @param {HTMLElement} list @param {number} nth @param {HTMLElement} row */
  function put(list, nth, row) {
    const older = list.children[nth];
    if (!older) return list.append(row);
    const focused = document.activeElement;
    const under = focused && older.contains(focused) ? focused.localName : "";
    older.replaceWith(row);
    if (under) /** @type {HTMLElement | null} */ (row.querySelector(under))?.focus();
  }

  /** @param {live.SeatName} named */
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
