// The reader: a document at a passage, with the matches of the search.

import {documentPath, encoded, get, told} from "./api.js";
import {byId, divided, element, place, shown} from "./dom.js";

/** Characters of a long document that are loaded around the passage. */
const BEFORE = 20000, AT_ONCE = 200000;
const MOST_MATCHES = 500;
const SAFE_LINK = /^(?!javascript:|data:|vbscript:)[a-z][a-z0-9+.-]*:/i;

/** Where the reader covers everything else; as in the style sheet. */
const NARROW = matchMedia("not all and (min-width: 60rem)");

let opener = null, loading = null, matches = [], current = -1;

/**
 * Open a document.
 * @param {{path: string, span: number[], location?: object, words?: string[], verdict?: Node}} passage
 *   `span` counts code points; `words` are marked as matches; `location` as in hits.
 */
export async function open(passage) {
  loading?.abort();
  loading = new AbortController();
  const reader = byId("reader"), text = byId("reader-text");
  if (!reader.contains(document.activeElement)) opener = document.activeElement;
  reader.hidden = false;
  coverOthers();
  byId("main").classList.add("reading");
  byId("reader-title").textContent = shown(passage.path);
  byId("reader-place").textContent = byId("match-count").textContent = "";
  byId("reader-verdict").replaceChildren(passage.verdict ?? "");
  byId("reader-source").hidden = byId("day-before").hidden = byId("day-after").hidden = true;
  text.replaceChildren("Loading…");
  reader.focus();
  try {
    const start = Math.max(0, passage.span[0] - BEFORE);
    const found = await get(documentPath(passage.path), {start, max_chars: AT_ONCE}, loading.signal);
    show(found, passage);
    showDays(await get(`api/journal/${encoded(passage.path)}`, {}, loading.signal).catch(() => ({})));
  } catch (error) {
    if (told(error)) text.replaceChildren(told(error));
  }
}

/** Buttons to the journal's notes before and after the one that is read. */
function showDays(beside) {
  for (const side of ["before", "after"]) {
    byId(`day-${side}`).hidden = !beside[side];
    byId(`day-${side}`).onclick = () => open({path: beside[side], span: [0, 0]});
  }
}

/** Keep the keyboard out of what the reader covers. */
function coverOthers() {
  const covered = NARROW.matches && !byId("reader").hidden;
  byId("views").inert = document.querySelector("header").inert = covered;
}

function show(found, {path, span, location, words = []}) {
  const characters = Array.from(found.text), offset = found.span[0];
  const before = characters.slice(0, span[0] - offset);
  const inside = characters.slice(span[0] - offset, span[1] - offset);
  const after = characters.slice(span[1] - offset);
  const marked = part => markedWords(part, words);
  const passage = element("span", {class: "passage"});
  passage.append(...marked(inside));
  byId("reader-title").textContent = shown(found.title);
  byId("reader-place").textContent = shown(place(path, [found.lines[0] + lineBreaks(before)], location));
  byId("reader-text").replaceChildren(...marked(before), passage, ...marked(after));
  if (found.left) byId("reader-text").append(element("p", {class: "note"}, `${found.left} characters follow.`));
  const link = byId("reader-source");
  if (SAFE_LINK.test(found.source_url ?? "")) {
    link.href = found.source_url;
    link.hidden = false;
  }
  matches = [...byId("reader-text").querySelectorAll("mark")];
  current = matches.findIndex(mark => passage.contains(mark));
  byId("match-previous").hidden = byId("match-next").hidden = matches.length < 2;
  announce();
  (matches[current] ?? passage).scrollIntoView({block: "center"});
}

const lineBreaks = characters => characters.filter(each => each === "\n").length;

function markedWords(characters, words) {
  if (!words.length) return [shown(characters.join(""))];
  const escaped = words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})`, "giu");
  const text = characters.join(""), spans = [];
  let units = 0, points = 0;
  for (const match of text.matchAll(pattern)) {
    points += Array.from(text.slice(units, match.index)).length;
    units = match.index;
    spans.push([points, points + Array.from(match[0]).length]);
    if (spans.length === MOST_MATCHES) break;
  }
  return divided(characters, spans, word => element("mark", {}, word));
}

function announce() {
  matches.forEach((mark, index) => mark.classList.toggle("current", index === current));
  byId("match-count").textContent = matches.length ? `Match ${current + 1} of ${matches.length}` : "";
}

function step(by) {
  if (!matches.length) return;
  current = (current + by + matches.length) % matches.length;
  announce();
  matches[current].scrollIntoView({block: "center"});
}

export function close() {
  if (byId("reader").hidden) return;
  loading?.abort();
  byId("reader").hidden = true;
  coverOthers();
  byId("main").classList.remove("reading");
  if (opener?.isConnected) opener.focus();
}

export function start() {
  NARROW.addEventListener("change", coverOthers);
  byId("reader-close").addEventListener("click", close);
  byId("match-next").addEventListener("click", () => step(1));
  byId("match-previous").addEventListener("click", () => step(-1));
  byId("reader").addEventListener("keydown", event => {
    if (event.key === "Escape") close();
    if (event.key === "n" && !event.ctrlKey && !event.metaKey && !event.altKey) step(1);
    if (event.key === "N" && !event.ctrlKey && !event.metaKey && !event.altKey) step(-1);
  });
}
