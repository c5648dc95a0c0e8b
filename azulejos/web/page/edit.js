// Changing the text of a position by putting a tile somewhere, or taking one away. The tile comes out of the bag, and goes back into it.

/** Bunches by counts, `B16Y14`, and tile by tile, `BBY`; `-` for none. */
const counted = (/** @type {string} */ text) => new Map([...text.matchAll(/([A-Z])(\d+)/g)].map(([, letter, n]) => [letter, Number(n)]));
const tiles = (/** @type {string} */ text) => (text === "-" ? [] : [...text]);
const spelled = (/** @type {string[]} */ list) => list.join("") || "-";

function count(/** @type {string} */ text, /** @type {string} */ letter, /** @type {number} */ more) {
  const bunch = counted(text);
  bunch.set(letter, (bunch.get(letter) ?? 0) + more);
  return [...bunch].filter(([, n]) => n !== 0).map(([one, n]) => `${one}${n}`).join("") || "-";
}

/**
 * The text with a tile put at a slot (`wall.0.2.3`, `display.1.0`, `line.1.4.0` …), or with one taken away, if the letter is empty.
 * `null` where nothing can be put. Whether the position is possible then, the server says.
 * @param {string} text @param {string} slot @param {string} letter @returns {string | null}
 */
export function put(text, slot, letter) {
  const [game, ...pairs] = text.trim().split(/\s+/);
  const fields = new Map(pairs.map((pair) => [pair.split("=")[0], pair.slice(pair.indexOf("=") + 1)]));
  const [kind, a, b, c] = slot.split(".");
  const seat = (fields.get(`seat${a}`) ?? "").split(";");
  let gone = ""; // what was there

  /** Puts the tile into a list of tiles at a place, or takes the one there. */
  const change = (/** @type {string} */ list, /** @type {number} */ at, /** @type {number} */ most) => {
    const found = tiles(list);
    if (letter) {
      if (at < found.length) [gone, found[at]] = [found[at], letter];
      else if (found.length < most) found.push(letter);
      else return list;
    } else gone = found.splice(Math.min(at, found.length - 1), 1)[0] ?? "";
    return spelled(found);
  };
  /** Puts the tile on a board of rows, `.` where nothing lies. */
  const lay = (/** @type {string} */ board, /** @type {number} */ row, /** @type {number} */ column) => {
    const rows = board.split("/").map((line) => [...line]);
    gone = rows[row][column] === "." ? "" : rows[row][column];
    rows[row][column] = letter || ".";
    return rows.map((line) => line.join("")).join("/");
  };
  /** Puts the tile into a bunch of counts; the slot says which colour is taken away. */
  const heap = (/** @type {string} */ bunch, /** @type {string | undefined} */ colour) => {
    if (letter) return count(bunch, letter, 1);
    gone = LETTER[game]?.[colour ?? ""] ?? "";
    return gone && counted(bunch).get(gone) ? count(bunch, gone, -1) : ((gone = ""), bunch);
  };

  const before = text.trim().split(/\s+/).join(" ");
  if (kind === "display") {
    const displays = (fields.get("displays") ?? "").split(",");
    displays[Number(a) - 1] = change(displays[Number(a) - 1] ?? "-", Number(b ?? 9), 4);
    fields.set("displays", displays.join(","));
  } else if (kind === "centre" && a !== "first") fields.set("centre", heap(fields.get("centre") ?? "-", a));
  else if (kind === "supply") {
    const list = [...counted(fields.get("supply") ?? "-")].flatMap(([one, n]) => Array(n).fill(one));
    const there = list[Number(a)];
    if (letter && there) return null;
    if (!letter) gone = there ?? "";
    fields.set("supply", letter ? count(fields.get("supply") ?? "-", letter, 1) : gone ? count(fields.get("supply") ?? "-", gone, -1) : (fields.get("supply") ?? "-"));
  } else if (kind === "line") {
    const lines = seat[1].split(",");
    lines[Number(b) - 1] = change(lines[Number(b) - 1], Number(c ?? 9), Number(b));
    seat[1] = lines.join(",");
  } else if (kind === "floor") seat[2] = change(seat[2], Number(b ?? 9), 7);
  else if (kind === "wall") seat[3] = lay(seat[3], Number(b) - 1, Number(c) - 1);
  else if (kind === "space") seat[3] = lay(seat[3], Number(b), Number(c) - 1);
  else if (kind === "hand" || kind === "corner") seat[2] = heap(seat[2], b);
  else return null;

  if (fields.has(`seat${a}`) && ["line", "floor", "wall", "space", "hand", "corner"].includes(kind)) fields.set(`seat${a}`, seat.join(";"));
  if (gone === "*") return null; // the marker is no tile
  const after = () => [game, ...[...fields].map(([key, value]) => `${key}=${value}`)].join(" ");
  if (after() === before) return null;
  if (letter) fields.set("bag", count(fields.get("bag") ?? "-", letter, -1));
  if (gone) fields.set("bag", count(fields.get("bag") ?? "-", gone, 1));
  return after();
}

/** @type {Record<string, Record<string, string>>} */
const LETTER = {
  azul: { blue: "B", yellow: "Y", red: "R", black: "K", white: "W", joker: "J" },
  pavilion: { purple: "P", green: "G", orange: "O", yellow: "Y", blue: "B", red: "R" },
};
