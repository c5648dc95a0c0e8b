// The connection to the table: reconnects whenever it breaks.

import { Refusal } from "./api.js";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const HEARTBEAT = 15000;
const PATIENCE = 10000;

export class Line {
  /**
   * @param {(message: any) => void} received  gets every message that is not an answer
   * @param {(open: boolean) => void} changed  called when the connection opens or breaks
   */
  constructor(received, changed) {
    this.path = "";
    this.received = received;
    this.changed = changed;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.wait = FIRST_WAIT;
    this.last = 0;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.beat(), HEARTBEAT);
  }

  /** Connects to another path. */
  goto(/** @type {string} */ path) {
    const old = this.socket;
    this.path = path;
    this.open();
    old?.close();
  }

  open() {
    clearTimeout(this.timer);
    const { socket, heard } = early(this.path) ?? connect(this.path);
    this.socket = socket;
    const hear = (/** @type {MessageEvent} */ event) => socket === this.socket && this.receive(JSON.parse(event.data));
    socket.onmessage = hear;
    socket.onclose = () => this.closed(socket);
    heard.forEach(hear);
  }

  hurry() {
    if (this.socket?.readyState === WebSocket.CLOSED) this.open();
  }

  /**
   * Sends a message, once connected; the promise is resolved when the server accepts it, and rejected with its reason if not.
   * @param {Record<string, unknown>} message @returns {Promise<any>}
   */
  send(message) {
    const { socket } = this;
    if (socket?.readyState === WebSocket.CONNECTING) return opened(socket).then(() => this.send(message));
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Refusal("offline", "offline"));
    const id = ++this.last;
    socket.send(JSON.stringify({ ...message, id }));
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  receive(/** @type {any} */ message) {
    clearTimeout(this.deadline);
    if (message.type === "welcome") {
      this.wait = FIRST_WAIT;
      this.changed(true);
    }
    const asked = this.waiting.get(message.re);
    if (asked) {
      this.waiting.delete(message.re);
      if (message.type === "error") asked.reject(new Refusal(message.code, message.message));
      else asked.resolve(message);
    } else if (message.type !== "pong") {
      this.received(message);
    }
  }

  closed(/** @type {WebSocket} */ socket) {
    if (socket !== this.socket) return;
    for (const { reject } of this.waiting.values()) reject(new Refusal("offline", "offline"));
    this.waiting.clear();
    this.changed(false);
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
  }

  beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ ping: 1 }));
    this.deadline = setTimeout(() => this.socket?.close(), PATIENCE);
  }
}

/** Waits until a connection is open. @returns {Promise<void>} */
function opened(/** @type {WebSocket} */ socket) {
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("close", () => reject(new Refusal("offline", "offline")));
  });
}

/** A new connection. @returns {{socket: WebSocket, heard: MessageEvent[]}} */
function connect(/** @type {string} */ path) {
  return { socket: new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`), heard: [] };
}

/** The connection of early.js with what it has heard so far, once, unless it is broken. @returns {{socket: WebSocket, heard: MessageEvent[]} | null} */
function early(/** @type {string} */ path) {
  const found = /** @type {any} */ (window).early;
  /** @type {any} */ (window).early = null;
  if (found?.path === path && found.socket.readyState <= WebSocket.OPEN) return found;
  found?.socket.close();
  return null;
}
