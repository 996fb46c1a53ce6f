// Search as you type, and filters by facet.

import {post, told} from "./api.js";
import {byId, divided, element, place, timeChip} from "./dom.js";
import {open} from "./reader.js";

const DELAY = 120; // milliseconds of rest before a search while typing
const LIMIT = 20;

/** Chosen values by field. */
const chosen = new Map();
let timer = 0, running = null, limit = LIMIT, dates = true;

async function search({typing}) {
  clearTimeout(timer);
  running?.abort();
  running = new AbortController();
  const {signal} = running;
  const query = byId("query").value;
  if (!query.trim() && !chosen.size) {
    byId("hits").replaceChildren();
    byId("filters").hidden = byId("more").hidden = true;
    byId("search-status").textContent = "";
    showTime(null);
    return;
  }
  try {
    const filters = Object.fromEntries([...chosen].map(([field, values]) => [field, [...values]]));
    const body = {query: query.trim() || clauses(), limit, dates, facets: true, as_you_type: typing, ...filters};
    const found = await post("api/search", body, signal);
    showHits(found);
    showFacets(found.facets ?? {});
  } catch (error) {
    if (told(error)) byId("search-status").textContent = told(error);
  }
}

/** The filters in the query language, for a search without words. */
const clauses = () => [...chosen].flatMap(([field, values]) =>
  [...values].map(value => `${field}:"${value.replaceAll('"', "")}"`)).join(" ");

function showHits(found) {
  const words = [...new Set(found.hits.flatMap(matchedWords))];
  byId("hits").replaceChildren(...found.hits.map(hit => element("li", {}, hitButton(hit, words))));
  const shown = found.hits.length, total = found.total ?? shown;
  const count = total === 1 ? "1 result" : total > shown ? `${shown} of ${total} results` : `${shown} results`;
  byId("search-status").replaceChildren([count, ...found.notes].join(". "));
  byId("more").hidden = found.total === null ? shown < limit : total <= shown;
  showTime(found.time);
}

/** The time that was searched for, with the button that makes it words. */
function showTime(time) {
  byId("search-time").replaceChildren(...timeChip(time, () => {
    byId("query").focus();
    dates = false;
    again();
  }));
}

/** Search again, from the first results on. */
function again() {
  limit = LIMIT;
  search({typing: true});
}

async function showMore() {
  const shown = byId("hits").childElementCount;
  limit += LIMIT;
  await search({typing: false});
  byId("hits").children[shown]?.querySelector("button").focus();
}

function matchedWords(hit) {
  const excerpt = Array.from(hit.excerpt);
  return hit.matches.map(([from, to]) => excerpt.slice(from, to).join("").toLowerCase());
}

function hitButton(hit, words) {
  const marked = divided(Array.from(hit.excerpt), hit.matches, word => element("mark", {}, word));
  const button = element("button", {class: "hit", onclick: () => choose(button, hit, words)},
    element("span", {class: "title"}, element("span", {class: "score"}, hit.score.toFixed(2)), hit.title,
      hit.state && element("span", {class: "state"}, hit.state)),
    element("span", {class: "muted"}, [place(hit.path, hit.lines, hit.location), hit.heading_path, hit.dates].filter(Boolean).join(" · ")),
    element("span", {}, ...marked));
  return button;
}

function choose(button, hit, words) {
  for (const other of byId("hits").querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
  button.setAttribute("aria-current", "true");
  open({path: hit.path, span: hit.span, location: hit.location, words});
}

function showFacets(facets) {
  const focused = document.activeElement?.dataset?.facet;
  const fields = new Map(Object.entries(facets));
  for (const field of chosen.keys()) if (!fields.has(field)) fields.set(field, {});
  byId("facets").replaceChildren(...[...fields].map(([field, counts]) => facet(field, counts)));
  byId("filters").hidden = fields.size === 0;
  const count = [...chosen.values()].reduce((sum, values) => sum + values.size, 0);
  byId("filter-count").textContent = count ? `(${count} chosen)` : "";
  if (focused) byId("facets").querySelector(`[data-facet="${CSS.escape(focused)}"]`)?.focus();
}

function facet(field, counts) {
  const picked = chosen.get(field) ?? new Set();
  const values = new Map(Object.entries(counts));
  for (const value of picked) if (!values.has(value)) values.set(value, 0);
  const boxes = [...values].map(([value, count]) => {
    const box = element("input", {type: "checkbox", "data-facet": `${field}:${value}`, onchange: () => toggle(field, value)});
    box.checked = picked.has(value);
    return element("label", {}, box, `${value} (${count})`);
  });
  return element("fieldset", {}, element("legend", {}, field), ...boxes);
}

function toggle(field, value) {
  const values = chosen.get(field) ?? new Set();
  if (!values.delete(value)) values.add(value);
  if (values.size) chosen.set(field, values);
  else chosen.delete(field);
  again();
}

function moveInHits(event) {
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (!step) return;
  const buttons = [...byId("hits").querySelectorAll("button")];
  const next = buttons.indexOf(document.activeElement) + step;
  event.preventDefault();
  (next < 0 ? byId("query") : buttons[Math.min(next, buttons.length - 1)])?.focus();
}

/** Begin again, for another vault. */
export function reset() {
  chosen.clear();
  dates = true;
  again();
}

export function start() {
  byId("query").addEventListener("input", () => {
    clearTimeout(timer);
    limit = LIMIT;
    dates ||= !byId("query").value.trim();
    timer = setTimeout(search, DELAY, {typing: true});
  });
  byId("search-form").addEventListener("submit", event => {
    event.preventDefault();
    search({typing: false});
  });
  byId("query").addEventListener("keydown", event => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    byId("hits").querySelector("button")?.focus();
  });
  byId("hits").addEventListener("keydown", moveInHits);
  byId("more").addEventListener("click", showMore);
}
