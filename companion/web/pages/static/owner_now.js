// What is put right in the game that is on: a decision back, coins.
// Laws: a decision goes back only if it is the one that stood there; coins are put right once, however often it is tapped,
// and what was typed stays until they are.

import { fill, makeStepper } from "./owner_fields.js";

/** @param {At<ids.Owner>} at @param {(wish: Order) => boolean} order */
export function makeNow(at, order) {
  /** `said`: the moment of a correction that is on its way, or was made. */
  let /** @type {live.RunningGame | null} */ game = null, /** @type {number | null} */ said = null;

  makeStepper(at("coins"), at("amount"));
  at("undo").onclick = () => press("undo", "back");
  at("redo").onclick = () => press("redo", "again");
  at("coins").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!game || said === game.moment) return;
    const reason = at("words").value.trim() || at("reason").value;
    const [seat, amount] = [at("purse"), at("amount")].map(({ value }) => Number(value));
    if (order({ order: "correct", seat, amount, reason, moment: game.moment })) said = game.moment;
  });

  /** @param {"undo" | "redo"} button @param {"back" | "again"} wish */
  function press(button, wish) {
    if (game && at(button).getAttribute("aria-disabled") !== "true") order({ order: wish, moment: game.moment });
  }

  /** What was on its way is not made, or nobody knows. */
  function forget() {
    said = null;
  }

  function taken() {
    if (said !== null) at("words").value = "";
  }

  /** @param {live.Owned} owned */
  function show({ game: next, reasons }) {
    game = next;
    at("no-game").hidden = game !== null;
    at("back").hidden = game === null;
    at("coins").hidden = !game?.purses.length;
    if (said !== game?.moment) forget();
    if (!game) return;
    const { who, what, why } = game.latest;
    at("latest").textContent = why || (what.startsWith(who) ? what : `${who}: ${what}`);
    at("undo").setAttribute("aria-disabled", String(why !== ""));
    at("redo").setAttribute("aria-disabled", String(!game.can_redo));
    const purses = game.purses.map(({ seat, name, has }) => [String(seat), has ? `${name} (${has})` : name]);
    fill(at("purse"), purses, at("purse").value || undefined);
    fill(at("reason"), reasons.map(({ code, name }) => [code, name]));
  }

  return { hello: forget, refused: forget, taken, show };
}
