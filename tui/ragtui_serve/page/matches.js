// The words of a search in a text: marked, counted, and gone through.

import {byId, element} from "./dom.js";

const MOST = 500;

let marks = [], current = -1;

/** Mark words in the text; the first one of the passage becomes current. */
export function mark(root, words) {
  marks = [];
  if (words?.length) {
    const escaped = words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})`, "giu");
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const node of texts) if (marks.length < MOST) markIn(node, pattern);
  }
  current = marks.findIndex(each => each.closest(".passage"));
  announce();
  return marks[current];
}

function markIn(node, pattern) {
  const pieces = [];
  let end = 0;
  for (const match of node.data.matchAll(pattern)) {
    if (!match[0]) continue;
    const made = element("mark", {}, match[0]);
    marks.push(made);
    pieces.push(node.data.slice(end, match.index), made);
    end = match.index + match[0].length;
  }
  if (pieces.length) node.replaceWith(...pieces, node.data.slice(end));
}

function announce() {
  marks.forEach((each, index) => each.classList.toggle("current", index === current));
  byId("match-previous").hidden = byId("match-next").hidden = marks.length < 2;
  byId("match-count").textContent = marks.length ? `Match ${current + 1} of ${marks.length}` : "";
}

/** Scroll to a part of the text, without the view beside it. */
export function reveal(part) {
  const {scrollX, scrollY} = window;
  part.scrollIntoView({block: "center"});
  if (!byId("main").classList.contains("alone")) scrollTo(scrollX, scrollY);
}

export function step(by) {
  if (!marks.length) return;
  current = (current + by + marks.length) % marks.length;
  announce();
  reveal(marks[current]);
}
