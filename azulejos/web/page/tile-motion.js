// Which tile went where: found by comparing the scene before with the scene after.

/**
 * @typedef {{from: string | null, to: string | null, what: string}} Trip  from null: out of the bag; to null: into the lid
 * @typedef {Record<string, string>} Pieces  slot → piece
 */

/**
 * The trips that lead from one scene to the next. Pieces that stay make none; of the others, equal ones are paired, nearest
 * first, so that a line's tile goes to the wall beside it.
 * @param {Pieces} before @param {Pieces} after @param {(a: string, b: string) => number} distance @returns {Trip[]}
 */
export function trips(before, after, distance) {
  /** @type {Map<string, string[]>} */
  const gone = new Map();
  /** @type {Map<string, string[]>} */
  const come = new Map();
  /** @param {Map<string, string[]>} map @param {string} what @param {string} slot */
  const enter = (map, what, slot) => map.set(what, [...(map.get(what) ?? []), slot]);
  for (const [slot, what] of Object.entries(before)) if (after[slot] !== what) enter(gone, what, slot);
  for (const [slot, what] of Object.entries(after)) if (before[slot] !== what) enter(come, what, slot);

  /** @type {Trip[]} */
  const found = [];
  for (const [what, sources] of gone) {
    const targets = come.get(what) ?? [];
    const ways = sources.flatMap((from) => targets.map((to) => ({ from, to, what, far: distance(from, to) })));
    ways.sort((a, b) => a.far - b.far);
    const left = new Set(sources);
    const free = new Set(targets);
    for (const { from, to } of ways) {
      if (!left.has(from) || !free.has(to)) continue;
      left.delete(from);
      free.delete(to);
      found.push({ from, to, what });
    }
    for (const from of left) found.push({ from, to: null, what });
    come.set(what, [...free]);
  }
  for (const [what, targets] of come) for (const to of targets) found.push({ from: null, to, what });
  return found;
}
