// What makes the page an app: its service worker. Browsers have none if the server uses plain HTTP on the local network.

import { language } from "./i18n.js";

/** Starts the worker, and sends it the language. */
export async function install() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/worker.js");
    (await navigator.serviceWorker.ready).active?.postMessage({ language });
  } catch {
    // private windows may refuse: everything works without it, as long as the server is online
  }
}
