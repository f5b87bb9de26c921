// The wire to the box: one WebSocket, kept as long as the page is open. Each kind of message has its own function.
// Laws: a message from an older connection is ignored; if the box has been silent for too long, the page says that it
// is away, and connects again.

/** Close codes after which connecting again is useless: another phone has this seat now; this phone has no seat. */
export const TAKEN = 4001, NO_SEAT = 4003;
const FIRST_PAUSE_MS = 250, LONGEST_PAUSE_MS = 5000;
/** The box sends something every 4 s. After this much silence, the page connects again. */
const SILENCE_MS = 10000;

/**
 * The functions that get the messages.
 * @typedef {{ [Kind in keyof Messages]?: (told: Messages[Kind]) => void }
 *   & { away: (isAway: boolean) => void, shut?: (why: number) => void }} Hearing
 */
/** Sends what a seat or the owner says. @typedef {(reply: live.Reply | live.Naming | live.Sitting | Order) => boolean} Send */

const paints = new CSSStyleSheet();
document.adoptedStyleSheets.push(paints);

/** Paint the seats in the owner's colours; a light one has dark letters. @param {live.Hello} hello */
function paint({ colours }) {
  paints.replaceSync(Object.entries(colours).map(([colour, hex]) => {
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    const isLight = 0.3 * red + 0.59 * green + 0.11 * blue > 130;
    return `[data-colour="${colour}"] { --seat: ${hex}; --on-seat: ${isLight ? "#1a1008" : "#fff8e6"}; }`;
  }).join("\n"));
}

/**
 * Keep a wire to `path`. `on` has a function for each kind of message (`hello`, `table`, `own`, `told`) that the page
 * needs; `away` gets whether the box is away now; for a seat, `shut` gets the reason why this page may not connect any
 * more. Returns a function that sends a reply; it gives false if there is no connection.
 * @param {string} path @param {Hearing} on @returns {Send}
 */
export function keepWire(path, on) {
  const address = `${location.protocol.replace("http", "ws")}//${location.host}${path}`;
  let /** @type {WebSocket | null} */ socket = null, pause = FIRST_PAUSE_MS, next = 0, heardAt = 0, isShut = false;

  function open() {
    const opened = new WebSocket(address);
    socket = opened;
    heardAt = Date.now();
    wait(SILENCE_MS, reopen);
    opened.onmessage = ({ data }) => opened === socket && take(JSON.parse(data));
    opened.onclose = ({ code }) => opened === socket && ([TAKEN, NO_SEAT].includes(code) ? shut(code) : lose());
  }

  /** @param {{ kind: keyof Messages }} message */
  function take({ kind, ...told }) {
    heardAt = Date.now();
    pause = FIRST_PAUSE_MS;
    wait(SILENCE_MS, reopen);
    if (kind === "hello") on.away(false);
    if (kind === "hello") paint(/** @type {live.Hello} */ (/** @type {unknown} */ (told)));
    const hear = /** @type {((told: object) => void) | undefined} */ (on[kind]);
    hear?.(told);
  }

  function lose() {
    socket = null;
    on.away(true);
    wait(pause, open);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  /** @param {number} why */
  function shut(why) {
    clearTimeout(next);
    isShut = true;
    on.shut?.(why);
  }

  function reopen() {
    const old = socket;
    socket = null;
    old?.close();
    on.away(true);
    open();
  }

  /** @param {number} ms @param {() => void} then */
  function wait(ms, then) {
    clearTimeout(next);
    next = setTimeout(then, ms);
  }

  /** The page is awake, in sight or online again: its old connection may be dead without a sign. */
  function wake() {
    if (!isShut && !document.hidden && (!socket || Date.now() - heardAt > SILENCE_MS)) reopen();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  document.addEventListener("resume", wake);
  open();
  return (reply) => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(reply));
    return true;
  };
}
