// What stands on the board besides cells: shell, arch, pennant, podium, hedge and title.
// Law: each is drawn to the measures it is given and knows nothing around it.

import { svg } from "./svg.js";

/** A scallop-shaped pool that opens to the left of the track's head at `x`, `y`. */
export function shell(label, x, y, road) {
  const [reach, half, lobes] = [road * 1.62, 1.0, 7];
  const rim = Array.from({ length: lobes + 1 }, (_, i) => {
    const turn = half - (2 * half * i) / lobes;
    return [-reach * Math.cos(turn), reach * Math.sin(turn)];
  });
  const lobe = reach * half / lobes;
  const mouth = road * 0.5;
  const scallop = rim.slice(1).map((point) => `A${lobe} ${lobe * 1.1} 0 0 1 ${point}`).join(" ");
  const outline = `M${road * 0.08} ${mouth} L${-road * 0.16} ${mouth} L${rim[0]} ${scallop} L${-road * 0.16} ${-mouth} H${road * 0.08} Z`;
  const ribs = rim.slice(1, lobes).map(([u, v]) => svg("path", { class: "rib", d: `M0 ${v * 0.28} L${u * 0.98} ${v * 0.98}` }));
  return svg("g", { transform: `translate(${x} ${y})` },
    svg("path", { class: "pool", d: outline }), ...ribs,
    svg("circle", { class: "ripple", cx: -road * 0.85, r: road * 0.42 }),
    svg("text", { class: "print", x: -road * 0.6, y: road * 0.72, "font-size": road * 0.22 }, label));
}

/** A gate over a cell, its light in the opening, with the label on the stone above. */
export function arch(label, x, y, width, road) {
  const [out, leg, foot, spring, top] = [width / 2, width * 0.17, road * 0.44, -road * 0.02, -road * 0.44];
  const inn = out - leg;
  const stone = Math.max(road * 0.36, 10);
  const gate = `M${-out} ${foot} V${top} H${out} V${foot} H${inn} V${spring} A${inn} ${inn * 0.95} 0 0 0 ${-inn} ${spring} V${foot} Z`;
  const size = Math.min(Math.max(road * 0.25, 8), (width * 1.9) / Math.max(3, label.length));
  return svg("g", { class: "arch", transform: `translate(${x} ${y})` },
    svg("path", { class: "gate", d: gate }),
    svg("rect", { class: "stone", x: -out * 1.06, y: top - stone * 0.72, width: out * 2.12, height: stone, rx: 1.5 }),
    svg("text", { class: "carved", y: top - stone * 0.22 + size * 0.34, "font-size": size }, label));
}

/** A label on the outer side of a cell; `angle` is where the track leads. */
export function print(label, x, y, angle, road) {
  const [out, size] = [road * 0.36, road * 0.2];
  return svg("text", {
    class: "print", x: x - out * Math.sin(angle), y: y + out * Math.cos(angle) + size * 0.35, "font-size": size,
  }, label);
}

/** A flag beside the light of the cell where it begins. */
export function pennant(label, x, y, step, road) {
  const size = Math.min(road * 0.2, step / Math.max(3, label.length) * 1.1);
  const [pole, fly] = [-road * 0.98, road * 0.5];
  return svg("g", { class: "pennant", transform: `translate(${x} ${y})` },
    svg("path", { class: "pole", d: `M0 ${-road * 0.12} V${pole}` }),
    svg("path", { class: "flag", d: `M0 ${pole} L${fly} ${pole + road * 0.17} L0 ${pole + road * 0.36} Z` }),
    svg("text", { class: "print", y: road * 0.42, "font-size": size }, label));
}

/** Stone steps, the first highest and in the middle; says where the lights above them belong. */
export function podium(labels, x, y, height) {
  const order = labels.reduce((row, _, i) => (i % 2 ? [i, ...row] : [...row, i]), []);
  const width = height * 0.42;
  const base = y + height * 0.4;
  const drawing = svg("g", { class: "podium" });
  const tops = [];
  for (const [column, rank] of order.entries()) {
    const tall = height * Math.max(0.2, 0.66 - rank * 0.15);
    const left = x + (column - labels.length / 2) * width;
    const [middle, top] = [left + width / 2, base - tall];
    tops[rank] = { x: middle, y: top - height * 0.11, width };
    drawing.append(
      svg("rect", { class: "front", x: left, y: top, width, height: tall }),
      svg("rect", { class: "tread", x: left - 1.5, y: top, width: width + 3, height: height * 0.07, rx: 1.5 }),
      svg("text", { class: "carved", x: middle, y: top + height * 0.3, "font-size": height * 0.2 }, labels[rank]));
  }
  const plinth = width * labels.length / 2 + height * 0.08;
  drawing.append(svg("rect", { class: "tread", x: x - plinth, y: base, width: plinth * 2, height: height * 0.07, rx: 1.5 }));
  return { drawing, tops };
}

/** Clipped box trees in a row, the tallest in the middle. */
export function hedge(x, y, size) {
  const trees = [-2, -1, 0, 1, 2].map((i) =>
    svg("circle", { class: "tree", cx: x + i * size * 0.62, cy: y, r: size * (0.36 - 0.06 * Math.abs(i)) }));
  return svg("g", {}, ...trees);
}

/** The title between two scrolls. */
export function scroll(title, x, y, width, road) {
  const size = Math.min(width / Math.max(6, title.length) * 1.75, road * 0.95);
  const flourish = (up) => svg("path", {
    class: "scroll",
    transform: `translate(0 ${up * size * 0.95}) scale(${width / 200} ${up * width / 200})`,
    d: "M-72 0 C-60 10 -46 9 -38 1 C-34 -4 -41 -8 -44 -3 C-46 2 -38 7 -28 6 C-16 5 -10 2 0 2"
      + " C10 2 16 5 28 6 C38 7 46 2 44 -3 C41 -8 34 -4 38 1 C46 9 60 10 72 0 M0 2 l4 5 l-4 5 l-4 -5 Z",
  });
  return svg("g", { class: "title", transform: `translate(${x} ${y})` },
    flourish(-1), svg("text", { y: size * 0.33, "font-size": size }, title), flourish(1));
}
