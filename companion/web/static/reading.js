// The display in words: a screen reader says what is new in the region.
// Laws: a picture that stays only for a moment is not told; a new question is told in full; after any other change,
// only the new lines are told.

/** How long a picture must stay before it is told. */
const PAUSE_MS = 400;

/**
 * Tell the lines of the display in `region`. The first line says who is asked what.
 * @param {HTMLElement} region @returns {(lines: string[]) => void}
 */
export function makeReader(region) {
  let next = 0;
  return (lines) => {
    clearTimeout(next);
    next = setTimeout(() => put(region, lines), PAUSE_MS);
  };
}

/** @param {HTMLElement} region @param {string[]} lines */
function put(region, lines) {
  const standing = [...region.children];
  const isAsked = standing[0]?.textContent !== lines[0];
  const paragraphs = lines.map((line) => {
    const at = isAsked ? -1 : standing.findIndex(({ textContent }) => textContent === line);
    return at < 0 ? paragraph(line) : standing.splice(at, 1)[0];
  });
  for (const gone of standing) gone.remove();
  // A paragraph that stays is not inserted again, or the screen reader would tell it again.
  paragraphs.forEach((each, at) => {
    if (region.children[at] !== each) region.insertBefore(each, region.children[at] ?? null);
  });
}

/** @param {string} line */
function paragraph(line) {
  const made = document.createElement("p");
  made.textContent = line;
  return made;
}
