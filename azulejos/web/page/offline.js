// Checks from time to time whether the server is back.

const WAIT = 5000; // milliseconds

async function look() {
  try {
    if ((await fetch("/healthz", { cache: "no-store" })).ok && location.pathname !== "/offline") location.reload();
  } catch {
    // not yet
  }
}

document
  .getElementById("again")
  ?.addEventListener("click", () => (location.pathname === "/offline" ? location.assign("/") : location.reload()));
addEventListener("online", look);
setInterval(look, WAIT);
dispatchEvent(new Event("listening"));
