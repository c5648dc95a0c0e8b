// Requests to the server. An error has the server's message, which is written for people.

import { t } from "./i18n.js";

/** An error, with a message for people; `code` is for programs. */
export class Refusal extends Error {
  constructor(/** @type {string} */ code, /** @type {string} */ message) {
    super(message);
    this.code = code;
  }
}

/**
 * The response to a request; with a body it is a POST.
 * @param {string} path @param {unknown} [body] @returns {Promise<any>}
 */
export async function ask(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, options).catch(() => Promise.reject(new Refusal("offline", t("No connection right now."))));
  const data = await answer.json().catch(() => null);
  if (answer.ok) return data;
  throw new Refusal(data?.error?.code ?? "failed", data?.error?.message ?? `${answer.status} ${answer.statusText}`);
}

/**
 * The response to a text such as a record, as an object or as a text.
 * @param {string} path @param {string} text @param {"json" | "text"} [kind] @returns {Promise<any>}
 */
export async function hand(path, text, kind = "json") {
  const options = { method: "POST", headers: { "Content-Type": "text/plain" }, body: text };
  const answer = await fetch(path, options).catch(() => Promise.reject(new Refusal("offline", t("No connection right now."))));
  if (answer.ok) return answer[kind]();
  const data = await answer.json().catch(() => null);
  throw new Refusal(data?.error?.code ?? "failed", data?.error?.message ?? `${answer.status} ${answer.statusText}`);
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

const PAUSES = [500, 1000, 2000, 4000, 8000]; // ms before the next attempt
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/** The response to a request that never changes: fetched once, and again while the network fails or the server is busy. */
export function keep(/** @type {string} */ path, /** @type {"json" | "text"} */ kind = "json") {
  let answer = kept.get(path);
  if (!answer) {
    answer = persist(path).then((got) => got[kind]());
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
  }
  return answer;
}

async function persist(/** @type {string} */ path) {
  for (let attempt = 0; ; attempt++) {
    const got = await fetch(path).catch(() => null);
    if (got?.ok) return got;
    const passes = !got || got.status === TOO_MANY || got.status >= SERVER_ERROR;
    if (!passes || attempt === PAUSES.length) throw new Refusal("failed", `${path}: ${got?.status ?? "offline"}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSES[attempt]));
  }
}

/** The player's name in this browser. */
export function myName() {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith("name="));
  try {
    return found ? decodeURIComponent(found.slice(5)) : "";
  } catch {
    return "";
  }
}

export function keepName(/** @type {string} */ name) {
  document.cookie = `name=${encodeURIComponent(name)}; path=/; max-age=31536000; samesite=lax`;
}
