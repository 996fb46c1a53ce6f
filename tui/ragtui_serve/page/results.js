// The results of a search as cards, the weaker ones on demand.

import {beside, current} from "./address.js";
import {byId, date, element, named, placeOf, say} from "./dom.js";
import {nodes} from "./html.js";
import {open} from "./reader.js";

const MOST_TAGS = 4;

const isLate = hit => hit.item_state === "open" && /^\d/.test(hit.due) && hit.due < new Date().toISOString().slice(0, 10);

/** Show what was found; `limit` is how many were asked for, `weaker` whether weaker results are shown. */
export function showHits(found, limit, weaker) {
  const hits = weaker ? found.hits : found.hits.slice(0, found.listed), hides = hits.length < found.hits.length;
  const words = [...new Set(found.hits.flatMap(matchedWords))];
  const byDate = found.by_date || byId("sort").value;
  byId("hits").replaceChildren(...hits.map((hit, at) => element("li", {},
    hit.group !== (hits[at - 1]?.group ?? "") && element("p", {class: "group"}, hit.group), card(hit, words, byDate))));
  const shown = hits.length, total = found.total ?? shown;
  const hasMore = !hides && (found.total === null ? shown >= limit : total > shown);
  const count = total === 1 ? "1 result" : total > shown ? `${shown} of ${total} results` : `${hasMore ? "First " : ""}${shown} results`;
  byId("sort").options[0].textContent = found.by_date ? "By date" : "Best first";
  say("search-status", [count, ...found.notes.map(note => note.replace(/\.$/, ""))].join(". "));
  byId("more").textContent = hides ? "Weaker results" : "More results";
  byId("more").hidden = !hides && !hasMore;
  byId("more").value = hides ? "weaker" : "";
}

function matchedWords(hit) {
  const excerpt = Array.from(hit.excerpt);
  return hit.matches.map(([from, to]) => excerpt.slice(from, to).join("").toLowerCase());
}

/** With `byDate`, dates and not scores order the hits. */
function card(hit, words, byDate) {
  const where = hit.location ? named(hit.location) : "";
  const headings = hit.heading_path.split(" > ").filter(name => name && name !== hit.title).join(" › ");
  const at = hit.span.join("-"), {params} = current();
  const isOpen = params.get("note") === hit.path && params.get("at") === at;
  const link = element("a", {class: hit.weak ? "hit weak" : "hit", href: beside(hit.path, at), "aria-current": isOpen && "true"},
    element("span", {class: "place"}, ...placeOf(hit.path, where || headings)),
    element("span", {class: "title"}, hit.title, hit.state && element("span", {class: "state"}, hit.state)),
    element("span", {class: "excerpt"}, nodes(hit.excerpt_html)),
    element("span", {class: "facts"}, hit.date && element("span", {}, `dated ${date(hit.date)}`), hit.changed && element("span", {}, `changed ${date(hit.changed)}`),
      ...hit.tags.slice(0, MOST_TAGS).map(tag => element("span", {class: "tag"}, `#${tag}`)),
      element("span", {class: "score", title: hit.explanation.in_words}, hit.weak && "weak ", byDate ? hit.due && `${isLate(hit) ? "overdue" : "due"} ${date(hit.due)}` : hit.score.toFixed(2))));
  link.addEventListener("click", event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    for (const other of byId("hits").querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    open(hit.path, hit.span, {words});
  });
  return link;
}
