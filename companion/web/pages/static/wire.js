// The wire to the box: one WebSocket, kept for as long as the page is open; what comes goes to its kind.
// Laws: nothing that has come late or over an older wire is shown; a box that says nothing at all is said to be gone.

/** Close codes after which to come again is of no use: another phone has this seat; this one has none. */
export const TAKEN = 4001, NO_SEAT = 4003;
const FIRST_PAUSE_MS = 250, LONGEST_PAUSE_MS = 5000;
/** The box says something every 4 s; who hears nothing for so long looks whether it is still there. */
const SILENCE_MS = 10000;

/**
 * What hears it.
 * @typedef {{ [Kind in keyof Messages]?: (told: Messages[Kind]) => void }
 *   & { away: (isAway: boolean) => void, shut?: (why: number) => void }} Hearing
 */
/** What a seat says, or the owner. @typedef {(reply: live.Reply | live.Naming | live.Sitting | Order) => boolean} Send */

/**
 * Keep a wire to `path`. `on` has a function for each kind of message (`hello`, `table`, `own`, `told`) that matters,
 * `away`, called with whether the box is away now, and for a seat `shut`, called with why this page is let in no more.
 * What comes back sends a reply, and says whether there is somebody to hear it.
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

  /** Awake, in sight or in the network again: an old wire may be dead without having been told. */
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
