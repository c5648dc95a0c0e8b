// What makes the page an app: its service worker. Browsers have none if the server uses plain HTTP on the local network.

import { language } from "./i18n.js";
import { keepPages } from "./kept.js";

const PAGES = "azulejos-pages"; // as in worker.js
const RENEWED = "azulejos.renewed";

const CALM = 1000; // milliseconds

/** Starts the worker, which keeps the pages, a moment after the page has loaded: it should not slow down a first visit, and in WebKit it may
 * never start if the page is left meanwhile. */
export async function install() {
  if (!("serviceWorker" in navigator)) return;
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  await new Promise((resolve) => setTimeout(resolve, CALM));
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
