// The results of a search as cards, the weaker ones below a line.

import {beside, current} from "./address.js";
import {byId, date, element, named, placeOf} from "./dom.js";
import {nodes} from "./html.js";
import {open} from "./reader.js";

const MOST_TAGS = 4;

/** Show what was found; `limit` is how many were asked for. */
export function showHits(found, limit) {
  const words = [...new Set(found.hits.flatMap(matchedWords))];
  const firstWeak = found.hits.findIndex(hit => hit.weak);
  const cards = found.hits.map(hit => element("li", {}, card(hit, words)));
  if (firstWeak >= 0) cards.splice(firstWeak, 0, divider(firstWeak));
  byId("hits").replaceChildren(...cards);
  const shown = found.hits.length, total = found.total ?? shown;
  const count = total === 1 ? "1 result" : total > shown ? `${shown} of ${total} results` : `${shown} results`;
  byId("search-status").textContent = [count, ...found.notes.map(note => note.replace(/\.$/, ""))].join(". ");
  byId("more").hidden = found.total === null ? shown < limit : total <= shown;
}

const divider = before => element("li", {class: "weaker"}, element("h2", {}, before ? "Weaker results" : "Only weaker results"));

function matchedWords(hit) {
  const excerpt = Array.from(hit.excerpt);
  return hit.matches.map(([from, to]) => excerpt.slice(from, to).join("").toLowerCase());
}

function card(hit, words) {
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
      element("span", {class: "score", title: "How well it matches, up to 1"}, hit.score.toFixed(2))));
  link.addEventListener("click", event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    for (const other of byId("hits").querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    open(hit.path, hit.span, {words});
  });
  return link;
}
