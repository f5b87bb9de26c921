// Past games: the list, records to keep, a replay in chapters to step through, the backup and the support bundle.
// Law: a step of a replay shows what everybody could see at that moment.

import { element, named } from "./columns.js";
import { emblem } from "./crest.js";
import { fill } from "./owner_fields.js";
import { makeReport } from "./report.js";
import { makeShare } from "./owner_share.js";
import { makeSmallTable } from "./small_table.js";

/** @param {At<ids.Owner>} at @param {(sentence: string) => void} say */
export function makeGames(at, say) {
  let /** @type {Said} */ words = {}, language = "en", /** @type {live.PastGame[]} */ games = [], /** @type {number | null} */ more = null;
  let /** @type {live.Page[]} */ pages = [], /** @type {live.Chapter[]} */ chapters = [], /** @type {string[]} */ lines = [], step = 0;

  const past = makeSmallTable({ board: at("past-board"), pieces: at("past-pieces"), says: at("says"), seats: at("past-seats") });
  const share = makeShare(at);
  const report = makeReport(at("hindsight"), ask, closeReport, (players) => players.flat());

  at("more").onclick = () => list(more);
  at("close").onclick = close;
  at("close-report").onclick = closeReport;
  at("bundle").onclick = () => fetchFile("bundle", "companion-support.zip");
  at("backup").onclick = () => fetchFile("backup", "companion-backup.zip");
  at("chapter").onchange = () => go(Number(at("chapter").value));
  at("step").oninput = () => go(Number(at("step").value));
  at("first").onclick = () => go(0);
  at("one-back").onclick = () => go(step - 1);
  at("one-on").onclick = () => go(step + 1);
  at("last").onclick = () => go(pages.length - 1);

  /** @param {live.Hello} told */
  function hello(told) {
    ({ words, language } = told);
    showList();
  }

  /** The list as it is now. */
  function open() {
    list(null);
  }

  /** @param {number | null} before */
  async function list(before) {
    at("listing").hidden = games.length > 0;
    const answer = await ask(`/owner/games${before ? `?before=${before}` : ""}`);
    at("listing").hidden = true;
    if (!answer) return;
    const { games: next, more: rest } = /** @type {live.ListedGames} */ (await answer.json());
    games = before ? [...games, ...next] : next;
    more = rest;
    showList();
    at("no-games").hidden = games.length > 0;
  }

  function showList() {
    at("list").replaceChildren(...games.map(row));
    at("more").hidden = more === null;
  }

  /** @param {live.PastGame} past */
  function row(past) {
    const { number, state, title, began, says, seats, link } = past;
    const isUnread = state === "unread";
    const players = seats.map((seat) => element("span", state === "over" && seat.is_in ? "named winner" : "named",
      emblem(seat), seat.name, ...(seat.has ? [" ", element("b", "", seat.has)] : [])));
    const record = element("a", "button", words.record);
    record.href = `/owner/games/${number}/record`;
    record.download = "";
    record.setAttribute("aria-label", `${words.record} ${number}`);
    const look = element("button", "", words.replay);
    look.type = "button";
    look.setAttribute("aria-label", `${words.replay} ${number}`);
    look.onclick = () => openReplay(past);
    return element("li", `panel ${state}`,
      element("h3", "", `${number} · ${title} `, element("small", "", state === "over" ? says : words[state] ?? "")),
      element("p", "when", isUnread ? says : when(began)),
      element("p", "players", ...players),
      element("div", "row", ...(isUnread ? [] : [look, ...(state === "over" ? [reportOf(past)] : []), record, ...(link ? [share.button(past, words, when)] : [])])));
  }

  /** @param {live.PastGame} past */
  function reportOf(past) {
    const button = element("button", "", words.report);
    button.type = "button";
    button.setAttribute("aria-label", `${words.report} ${past.number}`);
    button.onclick = () => openReport(past);
    return button;
  }

  /** @param {string} began */
  function when(began) {
    return began && new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(began));
  }

  /** @param {live.PastGame} past */
  async function openReplay({ number, title, began }) {
    say(words.loading);
    const answer = await ask(`/owner/games/${number}`);
    if (!answer) return;
    say("");
    const { board, frames, chapters: parts } = /** @type {live.Replay} */ (await answer.json());
    lines = frames.map(({ line }) => line);
    chapters = parts;
    at("chapter").hidden = parts.length < 2;
    fill(at("chapter"), parts.map(({ name, at: first }) => [String(first), name]));
    pages = [];
    for (const { page } of frames) pages.push(/** @type {live.Page} */ ({ ...pages.at(-1), ...page }));
    at("replayed").textContent = `${number} · ${title} · ${when(began)}`;
    at("replay").hidden = false;
    at("step").max = String(pages.length - 1);
    past.lay(board);
    go(0);
    at("replay").scrollIntoView();
    at("replayed").focus({ preventScroll: true });
  }

  /** @param {live.PastGame} past */
  function openReport(past) {
    at("reported").textContent = `${past.number} · ${past.title} · ${when(past.began)}`;
    at("report").hidden = false;
    report.open(`/owner/games/${past.number}/report`, words);
    at("report").scrollIntoView();
    at("reported").focus({ preventScroll: true });
  }

  function closeReport() {
    report.close();
    at("report").hidden = true;
    at("more").focus();
  }

  /** @param {number} to */
  function go(to) {
    const before = step;
    step = Math.max(0, Math.min(pages.length - 1, to));
    const page = pages[step];
    past.show(page, Math.abs(step - before) === 1, words);
    at("step").value = String(step);
    at("chapter").value = String(chapters.findLast(({ at: first }) => first <= step)?.at);
    at("step").setAttribute("aria-valuetext", `${step}/${pages.length - 1}`);
    at("one-back").disabled = at("first").disabled = step === 0;
    at("one-on").disabled = at("last").disabled = step === pages.length - 1;
    const [first, ...rest] = lines[step].split("\t");
    at("line").replaceChildren(element("small", "", `${step}/${pages.length - 1}`), " ", named(first, page.seats), ` ${rest.join(" ")}`);
  }

  function close() {
    at("replay").hidden = true;
    at("more").focus();
  }

  /** @param {"bundle" | "backup"} what @param {string} name */
  async function fetchFile(what, name) {
    if (at(what).getAttribute("aria-disabled") === "true") return;
    at(what).setAttribute("aria-disabled", "true");
    say(words.making);
    const answer = await ask(`/owner/${what}`);
    if (answer) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await answer.blob());
      link.download = name;
      link.click();
      URL.revokeObjectURL(link.href);
      say("");
    }
    at(what).setAttribute("aria-disabled", "false");
  }

  /** Fetch `path`; `null` if that failed: then a sentence tells why. @param {string} path */
  async function ask(path) {
    try {
      const answer = await fetch(path);
      if (answer.status === 403) location.replace("/s");
      if (answer.ok) return answer;
      say(words.failed_help);
    } catch {
      say(words.away);
    }
    return null;
  }

  return { hello, open };
}
