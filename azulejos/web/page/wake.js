// The screen stays awake during a game, and vibrates a little when a tile is chosen, if the device can.

import { prefs } from "./prefs.js";

const PULSE = 12; // milliseconds

/** @type {WakeLockSentinel | null} */
let lock = null;
let wanted = false;

/** Keeps the screen awake, or lets it sleep again. */
export async function awake(/** @type {boolean} */ playing) {
  wanted = playing;
  if (!playing || document.hidden) {
    await lock?.release();
    lock = null;
  } else if (!lock || lock.released) {
    lock = await (navigator.wakeLock?.request("screen") ?? Promise.resolve(null)).catch(() => null); // when the battery is low, for example
  }
}

document.addEventListener("visibilitychange", () => awake(wanted));

/** A short vibration. */
export function buzz() {
  if (prefs.buzz) navigator.vibrate?.(PULSE);
}
