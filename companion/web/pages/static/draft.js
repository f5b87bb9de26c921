// What has been chosen on this page and not yet said: of a path the box is told each step, and shows where it leads.
// Laws: what was chosen for one question is never said to another; it outlives a broken wire and a look at another
// sheet, and nothing else; an answer is said once, however often it is tapped.

/**
 * `send` puts a reply on the wire (false: nobody hears it), `isMeant` tells whether something is meant in secret, `lost` is
 * called when something else came first.
 */
export function makeDraft(send, { isMeant, lost }) {
  /** The newest of what only this seat may see. */
  let own = null;
  /** The newest reply that the box was to show, and what has been chosen at that moment on each sheet. */
  let chosen = null, paths = new Map(), said = null, isFresh = false;

  /** The box has come, or come back: of what was chosen here it knows nothing. */
  function begin() {
    said = null;
    isFresh = true;
  }

  /** Whether there is anything new to be seen: not while an answer is on its way. */
  function take(next) {
    if (said && next.moment === said.moment && own?.moment === next.moment) return false;
    const isLate = own !== null && own.moment !== next.moment;
    if (isLate) drop();
    own = next;
    if (!isLate && isFresh && chosen) send(chosen);
    isFresh = false;
    return true;
  }

  function drop() {
    if (isLost()) lost();
    paths = new Map();
    chosen = said = null;
  }

  /** Whether more goes than what has been answered; what was said aside has answered nothing. */
  function isLost() {
    if (said && own.papers[said.sheet].means !== "aside") return false;
    return isMeant() || [...paths].some(([sheet, path]) => path.length && sheet !== said?.sheet);
  }

  function keep(sheet, path) {
    paths.set(sheet, path);
  }

  function choose(sheet, path) {
    keep(sheet, path);
    chosen = { moment: own.moment, sheet, path };
    send(chosen);
  }

  /** Whether the box has heard it. */
  function say(sheet, path) {
    if (said) return true;
    const reply = { moment: own.moment, sheet, path };
    if (!send({ ...reply, is_said: true })) return false;
    said = reply;
    return true;
  }

  /** What has come of it: refused, it is chosen on; else what is asked next is on its way. */
  function told(sentence) {
    if (!sentence) return;
    if (said && chosen) send(chosen);
    said = null;
  }

  /** How far a sheet has been filled in here. */
  function path(sheet) {
    return paths.get(sheet) ?? [];
  }

  /** Whether the box has still to show what was chosen last. */
  function isAhead() {
    return chosen !== null && !(own.sheet === chosen.sheet && own.path.join() === chosen.path.join());
  }

  return { begin, take, keep, choose, say, told, path, isAhead };
}
