// From clicks to a move: which choices are still possible, and what can be clicked next. Independent of games and of the page.

/**
 * @typedef {import("./types.js").Choice} Choice
 *
 * @typedef {object} Narrowed
 * @property {string[]} clicks      the clicks so far, including implied ones
 * @property {Choice[]} open        the choices that are still possible
 * @property {Set<string>} offered  the spots that can be clicked now
 * @property {Map<string, Choice[]>} leading  the choices that a click on each of them leaves
 * @property {Choice | null} done   the choice that is complete; if spots are offered too, it could still become a longer one
 */

/**
 * What is left to click of a choice after these clicks: the rest of its current stage, nothing when complete, `null` when
 * the clicks do not match.
 * @param {Choice} choice @param {string[]} clicks @returns {string[] | null}
 */
export function rest(choice, clicks) {
  const stages = choice.stages.filter((stage) => stage.length);
  let index = 0;
  let left = [...(stages[0] ?? [])];
  for (const spot of clicks) {
    const at = left.indexOf(spot);
    if (at < 0) return null;
    left.splice(at, 1);
    if (!left.length) left = [...(stages[++index] ?? [])];
  }
  return left;
}

/**
 * The choices after these clicks, without implied clicks.
 * @param {Choice[]} choices @param {string[]} clicks @returns {Narrowed}
 */
function after(choices, clicks) {
  /** @type {Narrowed} */
  const now = { clicks, open: [], offered: new Set(), leading: new Map(), done: null };
  for (const choice of choices) {
    const left = rest(choice, clicks);
    if (left === null) continue;
    now.open.push(choice);
    if (!left.length) now.done = choice;
    for (const spot of new Set(left)) {
      now.offered.add(spot);
      const others = now.leading.get(spot);
      if (others) others.push(choice);
      else now.leading.set(spot, [choice]);
    }
  }
  return now;
}

/**
 * The choices after these clicks, where a single possible spot counts as clicked. A move that costs points is never completed
 * that way: the player has to click on the loss.
 * @param {Choice[]} choices @param {string[]} clicks @returns {Narrowed}
 */
export function narrow(choices, clicks) {
  let now = after(choices, clicks);
  while (clicks.length && !now.done && now.offered.size === 1 && !now.open.some((choice) => (choice.points ?? 0) < 0)) {
    now = after(choices, [...now.clicks, ...now.offered]);
  }
  return now;
}

/**
 * The clicks after one more: a click on something that was offered before changes the choice, and takes back as many clicks
 * as necessary. `null` if the spot was never offered.
 * @param {Choice[]} choices @param {string[]} clicks @param {string} spot @returns {string[] | null}
 */
export function click(choices, clicks, spot) {
  for (let kept = clicks.length; kept >= 0; kept--) {
    const before = clicks.slice(0, kept);
    if (after(choices, before).offered.has(spot)) {
      const same = kept === clicks.length - 1 && clicks[kept] === spot;
      return same ? before : [...before, spot]; // a second click on the last one takes it back
    }
  }
  return null;
}

/**
 * What a click on an offered spot would bring: the points that all remaining choices agree on, and a note if it completes
 * a certain move.
 * @param {Narrowed} now @param {string} spot @returns {{points: number | null, note: string | null}}
 */
export function worth(now, spot) {
  const then = narrow(now.leading.get(spot) ?? [], [...now.clicks, spot]);
  const made = then.done && !then.offered.size ? [then.done] : then.open;
  const points = made.every((choice) => choice.points === made[0].points) ? made[0].points : null;
  return { points, note: made.length === 1 ? made[0].note : null };
}

/** The spots that could be clicked instead of what was clicked: those of the previous stages. */
export function alternatives(/** @type {Choice[]} */ choices, /** @type {string[]} */ clicks) {
  const spots = new Set();
  for (let kept = 0; kept < clicks.length; kept++) for (const spot of after(choices, clicks.slice(0, kept)).offered) spots.add(spot);
  return spots;
}

/** The spots that need only one click, which means everything there. */
export function single(/** @type {Choice[]} */ choices) {
  const once = new Set();
  const twice = new Set();
  for (const stage of choices.flatMap((choice) => choice.stages)) {
    for (const [index, spot] of stage.entries()) (stage.indexOf(spot) < index ? twice : once).add(spot);
  }
  return new Set([...once].filter((spot) => !twice.has(spot)));
}
