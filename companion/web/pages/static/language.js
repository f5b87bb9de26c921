// The language in which this browser reads. At first it is the one that the browser asks for.
// Law: every page of this browser reads the language that was chosen on one of them; each request brings it to the box.

const CHOSEN = "companion-language", AS_TABLE = "table";
const KEPT_S = 400 * 86400;

/** The choice of a language; returns what shows it. @param {HTMLSelectElement} select */
export function makeLanguage(select) {
  select.onchange = () => {
    document.cookie = `${CHOSEN}=${select.value}; path=/; max-age=${KEPT_S}; samesite=strict`;
    location.reload();
  };

  /** @param {Pick<live.Hello, "language" | "languages" | "words">} hello */
  return ({ language, languages, words }) => {
    const own = languages.map(({ code, name }) => Object.assign(new Option(name, code), { lang: code }));
    select.replaceChildren(...own, new Option(words.as_table, AS_TABLE));
    select.value = document.cookie.includes(`${CHOSEN}=${AS_TABLE}`) ? AS_TABLE : language;
  };
}
