// Addresses of the page: all of them after #, so that no query is sent or logged.
//
// #/search?q=pump&tag=x   #/note/folder/a.md?at=120-340   #/chat/ID
// Beside a view, `note` and `at` open a document.

import {session} from "./api.js";
import {shown} from "./dom.js";

const listeners = [];
let entitled = "";

/** @returns {{view: string, id: string, params: URLSearchParams}} */
export function parsed(hash) {
  const [, view = "", id = "", query = ""] = /^#\/([a-z]*)\/?([^?]*)\??(.*)$/.exec(hash) ?? [];
  return {view: view || "search", id: decoded(id), params: new URLSearchParams(query)};
}

const decoded = text => {
  try { return decodeURIComponent(text); } catch { return text; }
};

export const current = () => parsed(location.hash);

/** The text of an address; empty parameters are left out. */
export function href(view, id = "", parameters = {}) {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(parameters))
    for (const value of [values].flat()) if (value) query.append(name, value);
  if (session.vault) query.set("vault", session.vault);
  const path = id.split("/").map(encodeURIComponent).join("/");
  const text = query.toString().replaceAll("%2F", "/").replaceAll("%3A", ":");
  return `#/${view === "search" && !text ? "" : view}${path ? `/${path}` : ""}${text ? `?${text}` : ""}`;
}

/** The current address with a document beside it; without one if `path` is empty. */
export function beside(path, at = "") {
  const {view, id, params} = current();
  if (view === "note") return href("note", path, {at});
  return href(view, id, {...grouped(params), note: path, at});
}

/** Parameters as an object of lists. */
export function grouped(params) {
  const found = {};
  for (const [name, value] of params) if (name !== "vault") (found[name] ??= []).push(value);
  return found;
}

/** Set the address without showing it; what is typed replaces what was typed. */
export function record(address, {replace = false, ...state} = {}) {
  if (address === location.hash) return;
  history[replace ? "replaceState" : "pushState"](state, "", address);
}

/** Go to an address; `state` is kept with it: `words` to mark, the `verdict` of a quotation. */
export function go(address, options) {
  record(address, options);
  show();
}

export function show() {
  for (const listener of listeners) listener(current(), history.state ?? {});
}

/** Name the page after what it shows; without a name after the same, whose vault is now known. */
export function entitle(name = entitled) {
  entitled = name;
  document.title = [name, session.name, "ragtui"].filter(Boolean).map(shown).join(" · ");
}

export const onChange = listener => listeners.push(listener);

addEventListener("popstate", show);
