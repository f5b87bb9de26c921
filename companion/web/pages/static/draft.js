// The draft of an answer: what is chosen on this page but not sent yet. The box gets each step and shows the result.
// Laws: a draft for one question is never sent as an answer to another; it survives a lost connection, a look at
// another sheet and a reload of the page, and nothing else; an answer is sent once, however often it is tapped. If the
// connection breaks while an answer is on its way, the player is told: if the box still asks the same, the answer did
// not arrive; otherwise it may have arrived.

/** The choice on each level so far. @typedef {number[]} Path */
/** @typedef {{ moment: number, sheet: number, path: Path }} Chosen */

/** The name under which the browser keeps the draft while the page is loaded again. */
const KEPT = "draft";

/**
 * `send` puts a reply on the wire (false: there is no connection); `isMeant` tells whether a secret form is armed.
 * `lost` is called when something else happened first, `unheard` when an answer did not arrive, `unsure` when
 * nobody knows.
 * @typedef {ReturnType<typeof makeDraft>} Draft
 * @param {(reply: live.Reply) => boolean} send @param {{ isMeant: () => boolean, lost: () => void, unheard: () => void, unsure: () => void }} listening
 */
export function makeDraft(send, { isMeant, lost, unheard, unsure }) {
  /** The newest private view of this seat. */
  let /** @type {live.Own | null} */ own = null;
  /** The newest draft that was sent to the box, and what is chosen on each sheet of the same question. */
  let /** @type {Chosen | null} */ chosen = null, /** @type {Map<number, Path>} */ paths = new Map();
  let /** @type {Chosen | null} */ said = null, isFresh = false;

  /** A connection has begun: the box does not know yet what was chosen here. */
  function begin() {
    isFresh = true;
  }

  /**
   * Take the newest private view; whether the page must be drawn again: not while an answer is on its way.
   * @param {live.Own} next
   */
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

  /** After a reload of the page, restore the draft of the question if the box still asks the same; forget others. @param {live.Own} next */
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

  /** Whether a draft is lost that the seat has not sent; an aside that it has sent does not answer the question. */
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

  /** The moment at which this page saw the question; nobody can choose before that. */
  function asked() {
    return /** @type {live.Own} */ (own).moment;
  }

  /** Send the answer; false: there is no connection. @param {number} sheet @param {Path} path */
  function say(sheet, path) {
    if (said) return true;
    const reply = { moment: asked(), sheet, path };
    if (!send({ ...reply, is_said: true })) return false;
    said = reply;
    return true;
  }

  /**
   * Take the result of an answer: if it was refused (the reason is `sentence`), the draft goes on; otherwise the next
   * question is on its way. @param {string} sentence
   */
  function told(sentence) {
    if (!sentence) return;
    if (said && chosen) send(chosen);
    said = null;
  }

  /** What is chosen on this sheet so far. @param {number} sheet */
  function path(sheet) {
    return paths.get(sheet) ?? [];
  }

  /** Whether the box has not shown the latest choice yet. */
  function isAhead() {
    return chosen !== null && !(own?.sheet === chosen.sheet && own.path.join() === chosen.path.join());
  }

  return { begin, take, keep, choose, say, told, path, isAhead };
}
