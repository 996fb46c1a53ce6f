// Search as you type: the address says what is searched for, and typing changes it.

import {current, go, grouped, href, onChange, parsed} from "./address.js";
import {post, told} from "./api.js";
import {byId, say, timeChip} from "./dom.js";
import * as filters from "./filters.js";
import * as home from "./home.js";
import {showHits} from "./results.js";

const LIMIT = 20;
const PATIENCE = 700; // milliseconds that a search may hold up one for a newer query

let limit = LIMIT, weaker = false, running = null, began = 0, due = null, key = "";

/** What is asked for, without what only the page needs. */
function asked() {
  const {sort, days, ...chosen} = filters.chosen();
  return {sort, days: days && Number(days), ...chosen};
}

const parameters = () => ({q: byId("query").value.trim(), ...filters.chosen(), dates: filters.dates() ? "" : "0"});

/** For another search: no more results than usual. */
function begin() {
  limit = LIMIT;
  weaker = false;
}

/** Search for what is in the field; one at a time, so that results come with each key. */
async function search(typing) {
  due = {typing};
  if (running) {
    if (performance.now() - began > PATIENCE) running.abort();
    return;
  }
  while (due) {
    const next = due;
    due = null;
    running = new AbortController();
    began = performance.now();
    await once(next.typing, running.signal);
    running = null;
  }
}

async function once(typing, signal) {
  const query = byId("query").value.trim(), chosen = asked();
  const hasQuery = query || filters.clauses();
  byId("found").hidden = !hasQuery;
  byId("search").classList.toggle("begins", !hasQuery);
  byId("home").hidden = Boolean(hasQuery);
  if (!hasQuery) {
    byId("hits").replaceChildren();
    keep(typing);
    return home.show();
  }
  try {
    const body = {query: query || filters.clauses(), limit, dates: filters.dates(), facets: true, html: true, explain: true, as_you_type: typing, ...chosen};
    const found = await post("api/search", body, signal);
    if (due) return;
    keep(typing);
    showHits(found, limit, weaker);
    filters.show(found.facets ?? {});
    showTime(found.time);
  } catch (error) {
    if (told(error)) say("search-status", told(error));
  }
}

function showTime(time) {
  byId("search-time").replaceChildren(...timeChip(time, () => {
    byId("query").focus();
    filters.setDates(false);
    changed();
  }));
}

/** Search again after a filter, in an address of its own. */
export function changed() {
  begin();
  const {params} = current();
  go(href("search", "", {...parameters(), note: params.get("note"), at: params.get("at")}));
}

/** Take over an address. */
function show({view, params}) {
  if (view !== "search") return;
  const wanted = searched(params);
  if (wanted.key === key) return;
  key = wanted.key;
  begin();
  if (byId("query").value.trim() !== wanted.q) byId("query").value = wanted.q;
  filters.take(wanted.chosen);
  search(false);
}

function typed() {
  begin();
  if (!byId("query").value.trim()) filters.setDates(true);
  search(true);
}

/** What of an address is searched for. */
function searched(params) {
  const {q = [""], note, at, ...chosen} = grouped(params);
  const text = q[0].trim();
  return {q: text, chosen, key: JSON.stringify([params.get("vault"), text, Object.entries(chosen).sort()])};
}

/** Put what is shown into the address: typing is one step of the history. */
function keep(typing) {
  const address = href("search", "", parameters());
  const wanted = searched(parsed(address).params).key;
  if (current().view !== "search" || wanted === searched(current().params).key) return;
  key = wanted;
  go(address, {replace: typing && Boolean(history.state?.typing), typing});
}

async function showMore() {
  const count = byId("hits").querySelectorAll(".hit").length;
  if (byId("more").value) weaker = true;
  else limit += LIMIT;
  await search(false);
  byId("hits").querySelectorAll(".hit")[count]?.focus();
}

function move(event) {
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (!step) return;
  const hits = [...byId("hits").querySelectorAll(".hit")];
  const next = hits.indexOf(document.activeElement) + step;
  event.preventDefault();
  (next < 0 ? byId("query") : hits[Math.min(next, hits.length - 1)])?.focus();
}

/** Forget what is shown, for another vault. */
export function reset() {
  key = "";
}

export function start() {
  filters.start(changed);
  onChange(show);
  byId("query").addEventListener("input", typed);
  byId("search-form").addEventListener("submit", event => {
    event.preventDefault();
    search(false);
  });
  byId("query").addEventListener("keydown", event => {
    if (event.key === "ArrowDown") move(event);
  });
  byId("hits").addEventListener("keydown", move);
  byId("more").addEventListener("click", showMore);
}
