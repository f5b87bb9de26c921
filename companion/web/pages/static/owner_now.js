// The running game: its table, small; and what can be corrected: undo and redo, coins.
// Laws: only the decision that the page showed is undone; a correction of coins counts once, however often it is
// tapped, and its typed reason stays until the box accepts it.

import { element } from "./columns.js";
import { fill, makeStepper } from "./owner_fields.js";
import { makeSmallTable } from "./small_table.js";

/** @param {At<ids.Owner>} at @param {(wish: Order) => boolean} order */
export function makeNow(at, order) {
  /** `said`: the moment at which a correction was sent; the same is not sent twice. */
  let /** @type {live.RunningGame | null} */ game = null, /** @type {number | null} */ said = null;

  /** Whether the box has not told yet what has become of it: the new coins may be shown sooner. */
  let isOnItsWay = false;

  /** Pieces do not move for the first picture after a connection begins: they were there already. */
  let isNews = false, /** @type {Said} */ words = {};

  const table = makeSmallTable({ board: at("live-board"), pieces: at("live-pieces"), says: at("live-says"), seats: at("live-seats") });
  makeStepper(at("coins"), at("amount"));
  at("undo").onclick = () => press("undo", "back");
  at("redo").onclick = () => press("redo", "again");
  at("coins").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!game || game.too_early || said === game.moment) return;
    const reason = at("words").value.trim() || at("reason").value;
    const [seat, amount] = [at("purse"), at("amount")].map(({ value }) => Number(value));
    if (order({ order: "correct", seat, amount, reason, moment: game.moment })) [said, isOnItsWay] = [game.moment, true];
  });

  /** @param {"undo" | "redo"} button @param {"back" | "again"} wish */
  function press(button, wish) {
    if (game && at(button).getAttribute("aria-disabled") !== "true") order({ order: wish, moment: game.moment });
  }

  /** @param {live.Hello} told */
  function hello({ words: told, board }) {
    words = told;
    forget();
    isNews = false;
    table.lay(board);
  }

  /** @param {live.PublicView} shown */
  function seen({ page }) {
    table.show(page, isNews, words);
    isNews = true;
  }

  /** The correction on its way was refused, or nobody knows whether it counts. */
  function forget() {
    [said, isOnItsWay] = [null, false];
  }

  function taken() {
    if (isOnItsWay) at("words").value = "";
    isOnItsWay = false;
  }

  /** @param {live.Owned} owned */
  function show({ game: next, reasons }) {
    game = next;
    at("no-game").hidden = game !== null;
    at("back").hidden = at("live").hidden = game === null;
    at("coins").hidden = !game?.purses.length;
    if (said !== game?.moment) said = null;
    if (!game) return;
    const { who, what, why, more, asks } = game.latest;
    at("latest").textContent = why || (what.startsWith(who) ? what : `${who}: ${what}`);
    at("with-it").hidden = more.length === 0;
    at("more-back").replaceChildren(...more.map((line) => element("li", "", line)));
    at("asks").textContent = asks;
    at("undo").setAttribute("aria-disabled", String(why !== ""));
    at("redo").setAttribute("aria-disabled", String(!game.can_redo));
    at("too-early").textContent = game.too_early;
    at("correct").setAttribute("aria-disabled", String(game.too_early !== ""));
    const purses = game.purses.map(({ seat, name, has }) => [String(seat), has ? `${name} (${has})` : name]);
    fill(at("purse"), purses, at("purse").value || undefined);
    fill(at("reason"), reasons.map(({ code, name }) => [code, name]));
  }

  return { hello, seen, refused: forget, taken, show };
}
