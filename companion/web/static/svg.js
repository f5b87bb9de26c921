// One SVG element with its attributes and children, and the room it fills.

/**
 * Make an element; a child that is text stays text.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string | number>} attributes @param {(Node | string)[]} children
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** What an element stands in. @param {Element} element */
export function roomOf(element) {
  return /** @type {HTMLElement} */ (element.parentElement);
}
