// Answers as elements: blocks, code, bold text, and marks of citations. Links stay text.

import {element, shown} from "./dom.js";

/** Enclose the number of a mark, and the words of a remark, that ragtui wrote; removed from all other text. */
const OPEN = "\ue000", CLOSE = "\ue001", SAID = "\ue002";
const OWN = /[\ue000-\ue002]/g;
const INLINE = /\ue000(\d+)\ue001|\ue002([^\ue002]+)\ue002|`([^`\n]+)`|\*\*(?! )([^*\n]+?)(?<! )\*\*/g;

/** The text of an event, in the form that `rendered` takes. */
export function source(event) {
  const text = event.text.replace(OWN, "");
  if (event.remark) return text.replace(/\S.*\S/, `${SAID}$&${SAID}`);
  return event.mark ? withMarks(text) : text;
}

/** A text of ragtui's with its marks, such as [1]. */
export const withMarks = text => text.replace(/\[(\d{1,6})\]/g, `${OPEN}$1${CLOSE}`);

/** Elements for a text; `mark(number)` makes that of a citation's mark. */
export function rendered(text, mark) {
  const parts = text.split(/^```[^\n]*\n?/m);
  return parts.flatMap((part, index) =>
    index % 2 ? [element("pre", {}, part.trimEnd())] : part.split(/\n[ \t]*\n/).flatMap(block => blockOf(block, mark)));
}

function blockOf(block, mark) {
  const lines = block.replace(/^\n+|\n+$/g, "").split("\n");
  if (!block.trim()) return [];
  const made = [];
  for (const line of lines) {
    const heading = /^#{1,6} +(.*)/.exec(line), item = /^\s*(?:[-*]|\d+[.)]) +(.*)/.exec(line), quote = /^> ?(.*)/.exec(line);
    const last = made.at(-1);
    if (heading) made.push(element("h3", {}, ...inline(heading[1], mark)));
    else if (item) {
      const list = last?.localName === "ul" ? last : element("ul");
      list.append(element("li", {}, ...inline(item[1], mark)));
      if (list !== last) made.push(list);
    } else {
      const name = quote ? "blockquote" : "p";
      const target = last?.localName === name ? last : element(name);
      if (target === last) target.append(document.createElement("br"));
      else made.push(target);
      target.append(...inline(quote ? quote[1] : line, mark));
    }
  }
  return made;
}

function inline(text, mark) {
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    pieces.push(shown(text.slice(end, match.index)));
    if (match[1]) pieces.push(mark(Number(match[1])));
    else if (match[2]) pieces.push(element("span", {class: "remark"}, shown(match[2])));
    else pieces.push(match[3] ? element("code", {}, match[3]) : element("strong", {}, ...inline(match[4], mark)));
    end = match.index + match[0].length;
  }
  return [...pieces, shown(text.slice(end))];
}
