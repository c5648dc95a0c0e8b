// Swipes to the left and to the right.

const FAR = 50; // pixels

/**
 * @param {HTMLElement} host @param {() => boolean} on  whether swipes count now
 * @param {(way: 1 | -1) => void} swiped  1 for the next, -1 for the one before
 */
export function swipes(host, on, swiped) {
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
    if (!on()) return;
    done = true; // the click that may follow is a part of it
    swiped(across < 0 ? 1 : -1);
  });
  // Otherwise the browser scrolls as well, and takes the next tap for one that stops the scrolling: it has no click.
  const stay = (/** @type {TouchEvent} */ event) => on() && event.touches.length === 1 && event.cancelable && event.preventDefault();
  host.addEventListener("touchmove", stay, { passive: false });
  host.addEventListener("click", (event) => done && event.stopPropagation(), { capture: true });
}
