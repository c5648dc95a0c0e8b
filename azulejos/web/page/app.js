// What makes the page an app: the worker beside it. Browsers have none where the server speaks plain HTTP on the local network.

import { language } from "./i18n.js";

/** Starts the worker, and tells it the language. */
export async function install() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/worker.js");
    (await navigator.serviceWorker.ready).active?.postMessage({ language });
  } catch {
    // private windows may refuse: everything works without, as long as the server does
  }
}
