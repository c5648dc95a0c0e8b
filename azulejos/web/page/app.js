// What makes the page an app: its service worker. Browsers have none if the server uses plain HTTP on the local network.

import { language } from "./i18n.js";
import { keepPages } from "./kept.js";

const PAGES = "azulejos-pages"; // as in worker.js
const RENEWED = "azulejos.renewed";

/** Starts the worker, which keeps the pages. */
export async function install() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/worker.js");
    await keepPages(language);
  } catch {
    // private windows may refuse: everything works without it, as long as the server is online
  }
}

/** Drops the kept pages: the next ones come from the server. */
export async function dropPages() {
  if ("caches" in window) await caches.delete(PAGES).catch(() => {});
}

/** Loads this page again if it was kept and the server has another version; once for each version. */
export async function upToDate(/** @type {string} */ version) {
  if (version === document.documentElement.dataset.version || !navigator.serviceWorker?.controller) return;
  if (sessionStorage.getItem(RENEWED) === version) return;
  sessionStorage.setItem(RENEWED, version);
  await dropPages();
  location.reload();
}
