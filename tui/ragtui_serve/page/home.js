// What the page begins with: recent notes, conversations, saved searches.

import {href} from "./address.js";
import {get, told} from "./api.js";
import {ago, byId, element, kindOf, worded} from "./dom.js";

const MOST = 8;

/** Show what there is now. */
export async function show() {
  const [found, chats] = await Promise.all([get("api/home"), get("api/chats")].map(asked => asked.catch(error => ({error}))));
  if (found.error) {
    byId("recent").replaceChildren(element("li", {class: "muted"}, ...worded(told(found.error))));
    return;
  }
  fill("recent", found.recent.slice(0, MOST).map(recent), "No notes yet.");
  fill("home-chats", (chats.chats ?? []).slice(0, MOST).map(chat =>
    row(href("chat", chat.id), chat.title, "", ago(Date.parse(chat.updated) / 1000))), "None yet: ask your notes a question.");
  fill("saved", found.searches.map(saved => element("li", {}, element("a", {class: "chip",
    href: href("search", "", {q: saved.query,
      sort: saved.sort === "relevance" ? "" : saved.sort})}, saved.name))), "Save a search in the app with Ctrl+S.");
}

const recent = note => row(href("note", note.path), note.title, kindOf(note.path), ago(note.modified));

const row = (address, title, kind, when) => element("li", {}, element("a", {href: address},
  kind && element("span", {class: "kind"}, kind), element("span", {class: "title"}, title), element("span", {class: "when"}, when)));

function fill(id, rows, otherwise) {
  byId(id).replaceChildren(...rows.length ? rows : [element("li", {class: "muted"}, otherwise)]);
}
