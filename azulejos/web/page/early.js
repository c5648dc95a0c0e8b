// A page is visible before its scripts run, on a slow connection for seconds. A button that is pressed meanwhile is pressed
// again once they do. A table connects to the server meanwhile; socket.js goes on with that connection. This has to run before
// the modules, so it is not a module.

(() => {
  /** @type {HTMLElement | null} */
  let pressed = null;

  function keep(/** @type {Event} */ event) {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (!button) return;
    event.preventDefault(); // otherwise a form would be submitted, and the page reloaded
    event.stopPropagation();
    pressed = button;
  }

  addEventListener("click", keep, true);
  addEventListener("listening", () => {
    removeEventListener("click", keep, true);
    pressed?.click();
    pressed = null;
  });

  if (/^\/t\/[^/]+$/.test(location.pathname)) {
    const path = `/api/tables/${location.pathname.split("/")[2]}/socket?view=scene`;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    /** @type {MessageEvent[]} */
    const heard = [];
    socket.onmessage = (event) => heard.push(event);
    /** @type {any} */ (window).early = { path, socket, heard };
  }
})();
