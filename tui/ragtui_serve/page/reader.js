// The reader: a document as the server renders it, at a passage, with the matches of a search.

import {beside, current as address, entitle, go, href, onChange} from "./address.js";
import {documentPath, encoded, get, getPicture, told} from "./api.js";
import {byId, date, element, kindOf, placeOf, shown, worded} from "./dom.js";
import {nodes} from "./html.js";
import * as matches from "./matches.js";

/** Characters of a long document that are loaded before the passage, and at once. */
const BEFORE = 20000, AT_ONCE = 100000;

/** Where the reader covers everything else; as in the style sheet. */
const NARROW = matchMedia("not all and (min-width: 60rem)");

let opener = null, loading = null, isShown = "";

/** Open a document beside the view: `at` is a span of code points. */
export const open = (path, at, state = {}) => go(beside(path, at && at.join("-")), state);

/** Show what the address names. */
async function show({view, id, params}, {words, verdict}) {
  const path = view === "note" ? id : params.get("note") ?? "";
  const at = params.get("at") ?? "";
  const wanted = path && JSON.stringify([params.get("vault"), path, at, verdict]);
  byId("main").classList.toggle("reading", Boolean(path));
  byId("main").classList.toggle("alone", view === "note");
  if (path && wanted === isShown) entitle(byId("reader-title").textContent);
  if (wanted === isShown) return cover();
  isShown = wanted;
  loading?.abort();
  if (!path) return hide();
  loading = new AbortController();
  if (!byId("reader").contains(document.activeElement)) opener = document.activeElement;
  prepare(path, verdict);
  try {
    const span = /^\d+-\d+$/.test(at) ? at.split("-").map(Number) : [0, 0];
    const start = Math.max(0, span[0] - BEFORE);
    const found = await get(documentPath(path), {start, max_chars: AT_ONCE, html: span.join("-")}, loading.signal);
    fill(found, {span, words});
    await showPicture(found, span, loading.signal);
  } catch (error) {
    if (told(error)) missing(path, told(error), error.nearest);
  }
}

/** What a passage belongs to, and its sentence with the quoted part marked. */
const passageOf = ({above, before, quoted, after}) =>
  [above && `${shown(above)}: `, "“", shown(before), element("strong", {}, shown(quoted)), shown(after), "”"].filter(Boolean);

/** What is known of a document before it is loaded. */
function prepare(path, verdict) {
  const reader = byId("reader");
  reader.hidden = false;
  hidePicture();
  cover();
  byId("reader-title").textContent = shown(path.split("/").at(-1));
  byId("reader-place").replaceChildren(...placeOf(path));
  byId("reader-facts").replaceChildren();
  byId("match-count").textContent = "";
  byId("reader-verdict").replaceChildren(...verdict ? [
    element("strong", {class: verdict.level}, `${verdict.sign} ${verdict.label}: `), ...passageOf(verdict.passage)] : []);
  for (const id of ["reader-fields", "match-previous", "match-next"]) byId(id).hidden = true;
  byId("reader-text").replaceChildren(element("p", {class: "muted"}, "Loading…"));
  reader.focus({preventScroll: true});
}

function fill(found, {span, words}) {
  const text = byId("reader-text");
  const [first] = found.lines;
  byId("reader-title").textContent = shown(found.title);
  entitle(found.title);
  byId("reader-place").replaceChildren(...placeOf(found.path));
  const tags = found.tags.map(tag => element("a", {class: "tag", href: href("search", "", {q: `tag:"${tag}"`})}, `#${tag}`));
  byId("reader-facts").replaceChildren(...[date(found.date), found.changed && `changed ${date(found.changed)}`].filter(Boolean)
    .map(fact => element("span", {}, fact)), ...tags);
  showFields(found.fields);
  text.replaceChildren(nodes(found.html));
  text.dataset.from = first;
  withoutTitle(text, found.title);
  if (found.span[0] > 0) text.prepend(button("Show the beginning", () => go(beside(found.path))));
  follow(found, text);
  const match = matches.mark(text, words);
  const passage = span[1] && text.querySelector(".passage");
  const target = match ?? passage;
  if (target) matches.reveal(target);
  else text.scrollTop = 0;
}

/** The picture that a recognised passage was read in, with a frame around it. */
async function showPicture({path, pictured}, span, signal) {
  const line = pictured.find(({span: own}) => own[1] > span[0] && (!span[1] || own[0] < span[1]));
  if (!line) return;
  const picture = byId("reader-picture");
  const parameters = {page: line.page, start: span[0], end: span[1]};
  const made = await getPicture(`api/pictures/${encoded(path)}`, parameters, signal).catch(() => "");
  if (!made) return;  // The text is there without it.
  picture.src = made;
  picture.alt = "The picture in which this text was recognised; the passage has a frame.";
  picture.hidden = false;
}

function hidePicture() {
  const picture = byId("reader-picture");
  URL.revokeObjectURL(picture.src);
  picture.removeAttribute("src");
  picture.hidden = true;
}

/** The first heading, if it only repeats the title. */
function withoutTitle(text, title) {
  const first = text.querySelector(":scope > :not(.page-name)");
  if (first?.localName === "h1" && first.textContent.trim() === title.trim()) first.classList.add("repeated");
}

/** What follows of a long document, on request. */
function follow(found, text) {
  if (!found.left) return;
  const more = button(`Show more: ${found.left.toLocaleString("en")} characters follow.`, async () => {
    const next = await get(documentPath(found.path), {start: found.span[1], max_chars: AT_ONCE, html: "0-0"});
    more.remove();
    text.append(nodes(next.html));
    follow(next, text);
  });
  text.append(more);
}

const button = (words, onclick) => element("button", {class: "note", onclick}, words);

function showFields(fields) {
  const rows = Object.entries(fields);
  byId("reader-fields").hidden = !rows.length;
  byId("reader-fields").querySelector("dl").replaceChildren(...rows.flatMap(([name, value]) =>
    [element("dt", {}, name), element("dd", {}, value)]));
}

/** The page of an address that leads nowhere any more. */
function missing(path, sentence, nearest) {
  const name = path.split("/").at(-1).replace(/\.\w+$/, "");
  byId("reader-title").textContent = "This note is not here";
  byId("reader-text").replaceChildren(element("div", {class: "gone"},
    element("p", {}, ...worded(sentence)), element("p", {class: "row"}, nearest && element("a", {class: "chip", href: beside(nearest)}, `Open ${nearest}`),
      element("a", {class: "chip", href: href("search", "", {q: name})}, `Search for “${name}”`))));
}

/** Keep the keyboard out of what the reader covers. */
function cover() {
  const isAlone = address().view === "note";
  byId("views").inert = !byId("reader").hidden && (NARROW.matches || isAlone);
}

function hide() {
  const hadFocus = [document.body, null].includes(document.activeElement) || byId("reader").contains(document.activeElement);
  byId("reader").hidden = true;
  cover();
  if (hadFocus && opener?.isConnected) opener.focus();
  opener = null;
}

/** Leave the document: to the view beside it, or to the beginning. */
export function close() {
  if (byId("reader").hidden) return;
  go(address().view === "note" ? href("search") : beside(""));
}

/** Follow a link of the text beside the view, unless a new tab is asked for. */
function follows(event) {
  const link = event.target.closest?.('a[href^="#/note/"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const path = decodeURIComponent(link.hash.slice("#/note/".length).split("?")[0]);
  const wanted = new URLSearchParams(link.hash.split("?")[1]);
  go(beside(path, wanted.get("at")));
}

/** Copy the address of the document alone. */
async function copyLink() {
  const {view, id, params} = address();
  const path = view === "note" ? id : params.get("note");
  await navigator.clipboard?.writeText(`${location.href.split("#")[0]}${href("note", path, {at: params.get("at")})}`);
  byId("reader-link").textContent = "Copied";
  setTimeout(() => { byId("reader-link").textContent = "Copy link"; }, 2000);
}

export function start() {
  onChange(show);
  NARROW.addEventListener("change", cover);
  byId("reader-close").addEventListener("click", close);
  byId("reader-link").addEventListener("click", copyLink);
  byId("reader-text").addEventListener("click", follows);
  byId("match-next").addEventListener("click", () => matches.step(1));
  byId("match-previous").addEventListener("click", () => matches.step(-1));
  byId("reader").addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") close();
    if (event.key === "n") matches.step(1);
    if (event.key === "N") matches.step(-1);
  });
}
