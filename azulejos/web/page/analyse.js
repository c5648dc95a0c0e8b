// The analysis board: a position or a game with variations, played on by clicks, commented, edited and saved, with a live analysis.

import { ask, hand } from "./api.js";
import { Chooser } from "./choose.js";
import { agree, open } from "./dialog.js";
import { make, the } from "./dom.js";
import { games, gameOf } from "./games.js";
import { LivePanel } from "./live.js";
import { Marks } from "./marks.js";
import { PositionEditor } from "./position-editor.js";
import { pace, preferences } from "./prefs.js";
import { Stage } from "./stage.js";
import { Tree } from "./tree.js";
import { t } from "./i18n.js";

/** @typedef {import("./types.js").PositionInfo} PositionInfo @typedef {import("./tree.js").Node} Node */

const WAIT = 250; // milliseconds after the last key before the position is evaluated
const KEPT = 300; // positions that need not be fetched again
const DRAFT = "azulejos.analysis"; // trees that are not saved, by the query of their page
const tall = matchMedia("(max-aspect-ratio: 4/5)");

export class AnalysePage {
  constructor() {
    this.stage = new Stage(the("stage"));
    this.marks = new Marks(this.stage);
    this.chooser = new Chooser(this.stage, the("ask"), (move) => this.play(move));
    this.chooser.warns = false; // nothing is lost here
    this.stage.arranged = () => {
      this.marks.again();
      this.chooser.refresh();
    };
    this.text = field("text");
    this.comment = field("comment");
    this.deal = /** @type {HTMLInputElement} */ (the("deal"));
    /** @type {PositionInfo | null} */
    this.info = null; // the position on display
    /** @type {Tree | null} */
    this.tree = null;
    /** @type {Node | null} */
    this.node = null;
    /** @type {Map<string, PositionInfo>} */
    this.kept = new Map();
    this.viewer = 0;
    this.asked = 0; // how often something was looked up
    this.live = new LivePanel(the("thoughts"), this.marks, (move) => this.play(move), true);
    this.editor = new PositionEditor(this);
    this.listen();
    this.begin();
  }

  listen() {
    this.text.addEventListener("input", () => this.soon());
    this.comment.addEventListener("input", () => this.remark());
    the("file").addEventListener("change", () => this.open(/** @type {HTMLInputElement} */ (the("file"))));
    const examples = /** @type {HTMLSelectElement} */ (the("examples"));
    examples.append(
      make("option", { value: "", text: t("Start with…") }),
      ...games.map(({ title, example }) => make("option", { value: example, text: title })),
    );
    examples.addEventListener("change", () => examples.value && this.replace(examples.value));
    the("prefs").addEventListener("click", () => open(t("Settings"), preferences()));
    the("back").addEventListener("click", () => this.node?.parent && this.go(this.node.parent));
    the("forward").addEventListener("click", () => this.node?.children.length && this.go(this.node.children[0]));
    the("remove").addEventListener("click", () => this.remove());
    the("save").addEventListener("click", () => this.save());
    the("replay").addEventListener("click", () => this.replay());
    the("draw").addEventListener("click", () => this.play(null));
    the("chance").addEventListener("submit", (event) => {
      event.preventDefault();
      this.play(this.deal.value);
    });
    tall.addEventListener("change", () => this.arrange());
  }

  /** What was not saved when this page was left, the game or position in the URL, or an example. */
  async begin() {
    const draft = sessionStorage.getItem(DRAFT + location.search);
    if (draft !== null) {
      const { at, ...whole } = JSON.parse(draft);
      const tree = Tree.of(whole);
      tree.changed = true;
      return this.look(tree, tree.nodes[at][0]);
    }
    const wish = new URLSearchParams(location.search);
    const table = wish.get("table");
    if (!table) return this.read(wish.get("position") ?? games[0].example);
    const found = await this.trying(() => ask(`/api/tables/${encodeURIComponent(table)}/tree`));
    if (!found) return;
    const tree = Tree.of(found);
    await this.look(tree, tree.main(wish.has("number") ? Number(wish.get("number")) : Infinity));
    const move = wish.get("play");
    if (move) this.play(move);
  }

  // -- opening

  soon() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.typed(), WAIT);
  }

  async typed() {
    if (await this.mayReplace()) await this.read(this.text.value, false);
    else if (this.info) this.text.value = this.info.text;
  }

  async open(/** @type {HTMLInputElement} */ input) {
    const file = input.files?.[0];
    if (file) await this.replace(await file.text());
    input.value = "";
  }

  /** Reads a text instead of what is there, unless variations would be lost. */
  async replace(/** @type {string} */ text) {
    if (await this.mayReplace()) await this.read(text);
  }

  async mayReplace() {
    if (!this.tree?.changed) return true;
    return agree(t("Start again?"), t("Your variations and comments are not saved."), t("Start again"));
  }

  /** Reads a text: a position, or a record with its variations. */
  async read(/** @type {string} */ text, write = true) {
    const trimmed = text.trim();
    if (trimmed.startsWith("azulejos-record") || trimmed.startsWith("{")) {
      const found = await this.trying(() => hand("/api/records/tree", trimmed));
      if (!found) return;
      const tree = Tree.of(found);
      return this.look(tree, tree.main(Infinity));
    }
    if (write) this.text.value = text;
    const info = await this.trying(() => ask("/api/positions", { text: trimmed }));
    if (!info) return;
    this.keep(info);
    const root = { event: null, seat: null, text: "", position: info.text };
    const tree = new Tree(info.game, info.names, info.text, root);
    await this.look(tree, tree.root, write);
  }

  /** The result of a request; `null` if it fails (that is shown) or if another one was made meanwhile. */
  async trying(/** @type {() => Promise<any>} */ request) {
    this.asked += 1;
    const { asked } = this;
    this.trouble("");
    try {
      const found = await request();
      return asked === this.asked ? found : null;
    } catch (refusal) {
      if (asked === this.asked) this.trouble(/** @type {Error} */ (refusal).message);
      return null;
    } finally {
      document.body.dataset.looked = String(asked);
    }
  }

  trouble(/** @type {string} */ text) {
    the("trouble").textContent = text;
    /** @type {HTMLButtonElement} */ (this.live.switch).disabled = text !== "";
    if (text) this.live.at(null, []);
    else if (this.info && this.tree) this.consider();
  }

  // -- walking

  keep(/** @type {PositionInfo} */ info) {
    this.kept.set(info.text, info);
    for (const old of this.kept.keys()) if (this.kept.size > KEPT) this.kept.delete(old);
  }

  /** Goes to another position of the tree. */
  go(/** @type {Node} */ node) {
    return this.tree && this.look(this.tree, node);
  }

  /** Shows a position of a tree. */
  async look(/** @type {Tree} */ tree, /** @type {Node} */ node, write = true) {
    const info = this.kept.get(node.position) ?? (await this.trying(() => ask("/api/positions", { text: node.position })));
    if (!info) return;
    this.asked += 1; // responses to earlier requests come too late
    this.keep(info);
    [this.tree, this.node, this.info] = [tree, node, info];
    this.trouble("");
    if (write || !this.text.value) this.text.value = info.text;
    tree.show(the("tree"), node, (one) => this.go(one));
    this.comment.value = node.comment;
    this.keepDraft();
    this.tools();
    await this.arrange();
    if (this.node !== node) return;
    this.stage.call(tree.names);
    this.stage.show(info.scene, [], pace().jump);
    this.editor.brushes();
    if (document.activeElement?.closest("#fields") === null) this.editor.fields();
    this.offer();
    this.marks.again();
    document.body.dataset.node = node.event ?? "";
  }

  /** What can be done here. */
  tools() {
    const { node, info } = this;
    if (!node || !info) return;
    for (const [id, on] of /** @type {[string, boolean][]} */ ([
      ["back", node.parent !== null],
      ["forward", node.children.length > 0],
      ["remove", node.parent !== null],
    ])) {
      /** @type {HTMLButtonElement} */ (the(id)).disabled = !on;
    }
    the("replay").hidden = this.tree?.position !== null;
    the("chance").hidden = info.draw === null;
    the("ask").hidden = info.draw !== null;
    if (info.draw === null) return;
    this.deal.value = info.draw;
    const { colours } = gameOf(info.game.game);
    const present = colours.filter(({ name }) => `bag.${name}` in info.scene.texts);
    the("letters").textContent = present.map(({ letter, title }) => `${letter} ${title}`).join(", ");
  }

  /** Offers the moves of the seat to move, unless tiles are being placed. */
  offer() {
    const { info } = this;
    if (!info) return;
    if (info.choices.length && this.editor.brush === null) {
      const name = this.tree?.names[/** @type {number} */ (info.actor)] ?? null;
      this.chooser.ask(info.choices, info.buttons, false, name);
    } else this.chooser.rest(info.actor === null ? t("The game is over.") : "");
  }

  consider() {
    const { info, tree } = this;
    this.live.at(info && typeof info.actor === "number" ? info.text : null, tree?.names ?? []);
  }

  arrange() {
    if (!this.info) return Promise.resolve();
    const { game, key, version, actor } = this.info;
    if (typeof actor === "number") this.viewer = actor;
    this.viewer = Math.min(this.viewer, game.players - 1);
    return this.stage.arrange(game.game, `/layout/${key}/${this.viewer}/${tall.matches ? "tall" : "wide"}?v=${version}`);
  }

  /** Plays a move or sets a draw, or (`null`) draws at random, and goes on from there. */
  async play(/** @type {string | null} */ event) {
    const { tree, node } = this;
    if (!tree || !node) return;
    const known = event === null ? undefined : node.children.find((child) => child.event === event);
    if (known) return this.go(known);
    /** @type {import("./types.js").Played | null} */
    const played = await this.trying(() => ask("/api/positions/play", { text: node.position, event, names: tree.names }));
    if (!played) return this.offer();
    this.keep(played.position);
    tree.changed = true;
    await this.look(tree, tree.add(node, { ...played, position: played.position.text }));
  }

  // -- comments and files

  remark() {
    if (!this.node || !this.tree) return;
    this.node.comment = this.comment.value;
    this.tree.changed = true;
    this.keepDraft();
    this.tree.show(the("tree"), this.node, (one) => this.go(one));
  }

  remove() {
    if (!this.node || !this.tree) return;
    this.tree.changed = true;
    this.go(this.tree.remove(this.node));
  }

  /** Keeps a tree that is not saved, in case the page is loaded again. */
  keepDraft() {
    const { tree, node } = this;
    if (!tree?.changed) return sessionStorage.removeItem(DRAFT + location.search);
    const at = tree.nodes.findIndex(([one]) => one === node);
    try {
      sessionStorage.setItem(DRAFT + location.search, JSON.stringify({ ...tree.whole, at }));
    } catch {
      // The browser's storage is full: then it is not kept.
    }
  }

  /** The tree as a record; `null` if it can't be one, and that is shown. */
  record() {
    return this.trying(() => hand("/api/records/text", JSON.stringify(this.tree?.saved), "text"));
  }

  async save() {
    const text = await this.record();
    if (text === null || !this.tree) return;
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    make("a", { href: address, download: "analysis.txt" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
    this.tree.changed = false;
    this.keepDraft();
  }

  /** Uploads the game with its variations, and goes to its replay. */
  async replay() {
    const text = await this.record();
    const made = text === null ? null : await this.trying(() => hand("/api/records", text));
    if (made) location.assign(`/r/${made.table}`);
  }
}

function field(/** @type {string} */ id) {
  return /** @type {HTMLTextAreaElement} */ (the(id));
}

new AnalysePage();
dispatchEvent(new Event("listening"));
