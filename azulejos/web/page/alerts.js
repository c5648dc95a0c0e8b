// Optional sounds and notifications: a tile is placed, it is your turn, the game is over. The sounds are synthesised here.

import { prefs } from "./prefs.js";
import { t } from "./i18n.js";

/** Frequency, start and length of each tone, in hertz and seconds. */
const SOUNDS = {
  tile: [
    [1400, 0, 0.04],
    [700, 0.01, 0.05],
  ],
  turn: [
    [523, 0, 0.16],
    [784, 0.12, 0.3],
  ],
  end: [
    [523, 0, 0.2],
    [659, 0.16, 0.2],
    [784, 0.32, 0.2],
    [1047, 0.48, 0.5],
  ],
};
const LOUD = 0.08;

/** @type {AudioContext | null} */
let audio = null;

/** Plays a sound, if sounds are switched on. */
export function sound(/** @type {keyof typeof SOUNDS} */ name) {
  if (!prefs.sound) return;
  audio ??= new AudioContext();
  for (const [frequency, start, length] of SOUNDS[name]) tone(audio, frequency, audio.currentTime + start, length);
}

/** A tone that fades. */
function tone(
  /** @type {AudioContext} */ context,
  /** @type {number} */ frequency,
  /** @type {number} */ start,
  /** @type {number} */ length,
) {
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.frequency.value = frequency;
  voice.type = "triangle";
  volume.gain.setValueAtTime(LOUD, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + length);
}

/** Notifies the player that it is their turn, if the page is not visible. */
async function notify(/** @type {string} */ game) {
  if (!prefs.notify || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const what = { body: game, tag: location.pathname, icon: "/page/icon-192.png", data: { table: location.href } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(t("Your turn"), what);
  else new Notification(t("Your turn"), what).onclick = () => window.focus();
}

/** Watches one table: gets every update, and plays the sounds and sends the notifications for it. */
export class Alerts {
  constructor() {
    this.mine = false;
    this.over = false;
  }

  /**
   * @param {boolean} event  whether something happened @param {boolean} mine  whether it is my turn now
   * @param {boolean} over @param {string} game
   */
  hear(event, mine, over, game) {
    if (over && !this.over && event) sound("end");
    else if (mine && !this.mine) sound("turn");
    else if (event) sound("tile");
    if (mine && !this.mine) notify(game);
    [this.mine, this.over] = [mine, over];
  }
}
