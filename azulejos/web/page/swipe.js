// Swipes to the left and to the right.

const FAR = 50; // pixels

/** @param {HTMLElement} host @param {(way: 1 | -1) => void} swiped  1 for the next, -1 for the one before */
export function swipes(host, swiped) {
  /** @type {PointerEvent | null} */
  let start = null;
  let done = false;
  host.addEventListener("pointerdown", (event) => {
    start = event.isPrimary ? event : null;
    done = false;
  });
  host.addEventListener("pointercancel", () => (start = null));
  host.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [across, down] = [event.clientX - start.clientX, event.clientY - start.clientY];
    start = null;
    if (Math.abs(across) < FAR || Math.abs(across) < 1.5 * Math.abs(down)) return;
    done = true; // the click that may follow is a part of it
    swiped(across < 0 ? 1 : -1);
  });
  host.addEventListener("click", (event) => done && event.stopPropagation(), { capture: true });
}
