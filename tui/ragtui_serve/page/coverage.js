// What of the vault is read, and which files are not.

import {get, told} from "./api.js";
import {byId, element, say} from "./dom.js";

const MOST_FILES = 200;
const AGAIN = 3000; // milliseconds, while the vault is being indexed

let timer = 0;

/** Show the coverage, again and again while it changes and is visible. */
export async function refresh() {
  clearTimeout(timer);
  try {
    const found = await get("api/status");
    show(found);
    if (found.indexing && !byId("coverage").hidden) timer = setTimeout(refresh, AGAIN);
  } catch (error) {
    say("coverage-status", told(error));
  }
}

function show(found) {
  say("coverage-status", found.state_sentence);
  const rows = [
    ["Documents", found.documents],
    ["Last read", found.last_indexed ? new Date(found.last_indexed).toLocaleString("en-GB", {dateStyle: "medium", timeStyle: "short"}) : "not finished yet"],
  ];
  const unread = Object.entries(found.unread).map(([ending, count]) => `${count} ${ending}`);
  if (found.waiting) rows.push(["Waiting for text recognition (OCR)", String(found.waiting)]);
  if (unread.length) rows.push(["Files of other kinds", unread.join(", ")]);
  byId("coverage-counts").replaceChildren(...rows.flatMap(([name, value]) =>
    [element("dt", {}, name), element("dd", {}, value)]));
  byId("coverage-files").replaceChildren(
    ...files("Not read", found.skipped), ...files("Read, with a problem", found.problems));
}

function files(title, items) {
  if (!items.length) return [];
  const rows = items.slice(0, MOST_FILES).map(item => element("li", {}, element("code", {}, item.path), `: ${item.reason}`));
  const more = items.length - rows.length;
  if (more) rows.push(element("li", {}, `and ${more} more`));
  return [element("h2", {}, `${title} (${items.length})`), element("ul", {}, ...rows)];
}
