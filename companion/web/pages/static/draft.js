// What has been chosen on this page and not yet said: of a path the box is told each step, and shows where it leads.
// Laws: what was chosen for one question is never said to another; it outlives a broken wire, a look at another sheet
// and a reload of the page, and nothing else; an answer is said once, however often it is tapped; if the box comes back
// while an answer is on its way, whoever gave it is told: it was not heard if the same is asked, else nobody here knows.

/** How far one has gone, from level to level. @typedef {number[]} Path */
/** @typedef {{ moment: number, sheet: number, path: Path }} Chosen */

/** Where the browser keeps it while the page is loaded anew. */
const KEPT = "draft";

/**
 * `send` puts a reply on the wire (false: nobody hears it), `isMeant` tells whether something is meant in secret, `lost` is
 * called when something else came first, `unheard` when an answer did not arrive, `unsure` when it may have.
 * @typedef {ReturnType<typeof makeDraft>} Draft
 * @param {(reply: live.Reply) => boolean} send @param {{ isMeant: () => boolean, lost: () => void, unheard: () => void, unsure: () => void }} listening
 */
export function makeDraft(send, { isMeant, lost, unheard, unsure }) {
  /** The newest of what only this seat may see. */
  let /** @type {live.Own | null} */ own = null;
  /** The newest reply that the box was to show, and what has been chosen at that moment on each sheet. */
  let /** @type {Chosen | null} */ chosen = null, /** @type {Map<number, Path>} */ paths = new Map();
  let /** @type {Chosen | null} */ said = null, isFresh = false;

  /** The box has come, or come back: of what was chosen here it knows nothing. */
  function begin() {
    isFresh = true;
  }

  /** Whether there is anything new to be seen: not while an answer is on its way. @param {live.Own} next */
  function take(next) {
    const isSame = own?.moment === next.moment;
    if (said && isSame && !isFresh) return false;
    if (!own) restore(next);
    if (said && isFresh) (isSame ? unheard : unsure)();
    if (own && !isSame) drop();
    own = next;
    if (isFresh) said = null;
    if (isFresh && chosen) send(chosen);
    isFresh = false;
    return true;
  }

  /** What was chosen before the page was loaded anew, if the box still asks the same. What was meant in secret is forgotten. @param {live.Own} next */
  function restore(next) {
    const kept = /** @type {Chosen | null} */ (JSON.parse(sessionStorage.getItem(KEPT) ?? "null"));
    const paper = kept?.moment === next.moment ? next.papers[kept.sheet] : null;
    if (!kept || paper?.means !== "answer") return;
    paths.set(kept.sheet, kept.path);
    if (paper.kind !== "amount") chosen = kept;
  }

  function drop() {
    if (isLost()) lost();
    paths = new Map();
    chosen = said = null;
  }

  /** Whether more goes than what has been answered; what was said aside has answered nothing. */
  function isLost() {
    if (said && own?.papers[said.sheet].means !== "aside") return false;
    return isMeant() || [...paths].some(([sheet, path]) => path.length && sheet !== said?.sheet);
  }

  /** @param {number} sheet @param {Path} path */
  function keep(sheet, path) {
    paths.set(sheet, path);
    sessionStorage.setItem(KEPT, JSON.stringify({ moment: asked(), sheet, path }));
  }

  /** @param {number} sheet @param {Path} path */
  function choose(sheet, path) {
    keep(sheet, path);
    chosen = { moment: asked(), sheet, path };
    send(chosen);
  }

  /** When this page saw what is asked: before it has, nobody chooses. */
  function asked() {
    return /** @type {live.Own} */ (own).moment;
  }

  /** Whether the box has heard it. @param {number} sheet @param {Path} path */
  function say(sheet, path) {
    if (said) return true;
    const reply = { moment: asked(), sheet, path };
    if (!send({ ...reply, is_said: true })) return false;
    said = reply;
    return true;
  }

  /** What has come of it: refused, it is chosen on; else what is asked next is on its way. @param {string} sentence */
  function told(sentence) {
    if (!sentence) return;
    if (said && chosen) send(chosen);
    said = null;
  }

  /** How far a sheet has been filled in here. @param {number} sheet */
  function path(sheet) {
    return paths.get(sheet) ?? [];
  }

  /** Whether the box has still to show what was chosen last. */
  function isAhead() {
    return chosen !== null && !(own?.sheet === chosen.sheet && own.path.join() === chosen.path.join());
  }

  return { begin, take, keep, choose, say, told, path, isAhead };
}
