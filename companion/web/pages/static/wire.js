// The wire to the box: one WebSocket, kept for as long as the page is open; what comes goes to its kind.
// Laws: nothing that has come late or over an older wire is shown; a box that says nothing at all is said to be gone.

/** Close codes after which to come again is of no use: another phone has this seat; this one has none. */
export const TAKEN = 4001, NO_SEAT = 4003;
const FIRST_PAUSE_MS = 250, LONGEST_PAUSE_MS = 5000;
/** The box says something every 4 s; who hears nothing for so long looks whether it is still there. */
const SILENCE_MS = 10000;

/**
 * Keep a wire to `path`. `on` has a function for each kind of message (`hello`, `table`, `own`, `told`) that matters,
 * `away`, called with whether the box is away now, and for a seat `shut`, called with why this page is let in no more.
 * What comes back sends a reply, and says whether there is somebody to hear it.
 */
export function keepWire(path, on) {
  const address = `${location.protocol.replace("http", "ws")}//${location.host}${path}`;
  let socket = null, pause = FIRST_PAUSE_MS, next = 0, heardAt = 0, isShut = false;

  function open() {
    const opened = new WebSocket(address);
    socket = opened;
    heardAt = Date.now();
    wait(SILENCE_MS, reopen);
    opened.onmessage = ({ data }) => opened === socket && take(JSON.parse(data));
    opened.onclose = ({ code }) => opened === socket && ([TAKEN, NO_SEAT].includes(code) ? shut(code) : lose());
  }

  function take({ kind, ...told }) {
    heardAt = Date.now();
    pause = FIRST_PAUSE_MS;
    wait(SILENCE_MS, reopen);
    if (kind === "hello") on.away(false);
    on[kind]?.(told);
  }

  function lose() {
    socket = null;
    on.away(true);
    wait(pause, open);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

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
    const isHeard = socket?.readyState === WebSocket.OPEN;
    if (isHeard) socket.send(JSON.stringify(reply));
    return isHeard;
  };
}
