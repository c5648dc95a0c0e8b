// Sets light or dark before anything is painted, so it can't be a module. prefs.js stores the choice.

(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;

  function look() {
    /** @type {{look?: string, strong?: boolean}} */
    let kept = {};
    try {
      kept = JSON.parse(localStorage.getItem("azulejos") ?? "{}");
    } catch {
      // nothing readable stored: the browser's preference counts
    }
    root.dataset.look = kept.look === "light" || kept.look === "dark" ? kept.look : dark.matches ? "dark" : "light";
    const link = document.getElementById("theme");
    const name = root.dataset.look + (kept.strong ? "-strong" : "");
    const address = `/theme/${name}.css?v=${root.dataset.version}`;
    if (link && link.getAttribute("href") !== address) link.setAttribute("href", address);
  }

  dark.addEventListener("change", look);
  addEventListener("storage", look);
  addEventListener("prefs", look);
  addEventListener("DOMContentLoaded", look); // by then the link to the pictures' colours exists
  look();
})();
