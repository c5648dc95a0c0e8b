// Inviting others: the link of the table, and the same as a QR code for phones.

import { open, toast } from "./dialog.js";
import { make } from "./dom.js";
import { t } from "./i18n.js";

/** The link, ready to copy. */
export function link(/** @type {string} */ table) {
  const address = `${location.origin}/t/${table}`;
  const field = /** @type {HTMLInputElement} */ (
    make("input", { class: "link", readonly: true, value: address, "aria-label": t("Link to this table"), onfocus: () => field.select() })
  );
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(address);
      toast(t("Link copied."));
    } catch {
      toast(t("Copy the selected link.")); // without https, browsers do not allow it
    }
  };
  const share = () => navigator.share({ title: "Azulejos", url: address }).catch(() => {}); // the user may close it
  return make(
    "div",
    { class: "copy" },
    field,
    make("button", { type: "button", onclick: copy, text: t("Copy") }),
    "share" in navigator && make("button", { type: "button", class: "main", "data-do": "share", onclick: share, text: t("Share") }),
  );
}

export function qr(/** @type {string} */ table) {
  return make("img", { class: "qr", src: `/api/tables/${table}/qr.svg`, alt: t("The link as a QR code"), width: 160, height: 160 });
}

export function invitation(/** @type {string} */ table) {
  open(t("Invite"), make("p", { text: t("Anyone with this link can take a free seat or watch.") }), link(table), qr(table));
}
