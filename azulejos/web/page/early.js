// A page can be seen before its scripts listen, on a slow connection for seconds. A button that is pressed meanwhile is pressed
// again once they do. This has to be there before the modules, so it is none.

(() => {
  /** @type {HTMLElement | null} */
  let pressed = null;

  function keep(/** @type {Event} */ event) {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button) return;
    event.preventDefault(); // or a form would be sent, and the page loaded again
    event.stopPropagation();
    pressed = button;
  }

  addEventListener("click", keep, true);
  addEventListener("listening", () => {
    removeEventListener("click", keep, true);
    pressed?.click();
    pressed = null;
  });
})();
