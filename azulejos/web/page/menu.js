// What a phone has no room for: the buttons of the bar open as a menu, and players, log and chat as a sheet.

import { the } from "./dom.js";

/** Listens to the buttons that open them. */
export function listenToMenu() {
  the("menu").addEventListener("click", () => openMenu(!isOpen("menu-open")));
  the("more").addEventListener("click", () => openPanel(!isOpen("unfolded")));
  document.addEventListener("click", (event) => the("menu").contains(/** @type {Node} */ (event.target)) || openMenu(false));
  document.addEventListener("keydown", (event) => event.key === "Escape" && openMenu(false));
}

/** Shows that there is something new in the panel. */
export function announceNews() {
  for (const id of ["more", "menu"]) the(id).classList.add("news");
}

/** Opens or closes players, log and chat. */
export function openPanel(/** @type {boolean} */ open) {
  the("panel").classList.add("slides");
  show("unfolded", "more", open);
}

/** Goes to the chat field. */
export function goToChat() {
  if (isOpen("phone")) openPanel(true);
  the("chat").querySelector("input")?.focus();
}

function openMenu(/** @type {boolean} */ open) {
  if (isOpen("menu-open") !== open) show("menu-open", "menu", open);
}

/** @param {string} state  a class of the page @param {string} button  its id @param {boolean} open */
function show(state, button, open) {
  document.body.classList.toggle(state, open);
  the(button).setAttribute("aria-expanded", String(open));
  the(button).classList.remove("news");
}

function isOpen(/** @type {string} */ state) {
  return document.body.classList.contains(state);
}
