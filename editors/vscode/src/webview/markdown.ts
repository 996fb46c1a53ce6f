// Markdown of an answer as nodes. No HTML is ever parsed: tokens become elements, text
// becomes text, and unknown syntax is shown as written.

import MarkdownIt from "markdown-it";
import { visible } from "../shown";

/** Elements allowed in an answer. */
const KNOWN = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li blockquote em strong s hr br table thead tbody tr th td".split(" "),
);

export interface Marks {
  /** The node for a mark such as `[1]`, if that is a citation. */
  chip(number: number): Node | undefined;
  /** Words that ragtui added, in square brackets. */
  remarks: ReadonlySet<string>;
  /** A link was clicked. */
  link(target: string): void;
}

const parser = new MarkdownIt("default", { html: false, linkify: false });
type Token = ReturnType<typeof parser.parse>[number];
// A mark such as [1] names a citation, unless it is the text of a link; other words in
// brackets are a remark if ragtui added them.
parser.inline.ruler.before("link", "bracket", (state, silent) => {
  const found = /^\[(?:(\d{1,4})\](?![([])|[^[\]\n]+\])/.exec(state.src.slice(state.pos));
  const remarks = state.env.remarks as ReadonlySet<string>;
  if (!found || !(found[1] || remarks.has(found[0]))) return false;
  if (!silent) state.push(found[1] ? "citation" : "remark", "", 0).content = found[1] ?? found[0];
  state.pos += found[0].length;
  return true;
});
parser.disable("reference"); // Else a line such as "[1]: ..." would vanish.

/** The nodes of a text in Markdown. */
export function rendered(text: string, marks: Marks): DocumentFragment {
  const root = document.createDocumentFragment();
  fill(root, parser.parse(visible(text), { remarks: marks.remarks }), marks);
  return root;
}

function fill(root: ParentNode, tokens: Token[], marks: Marks): void {
  const open = [root];
  for (const token of tokens) {
    const parent = open[open.length - 1] ?? root;
    if (token.nesting === 1) {
      const inner = token.hidden ? parent : opened(token, marks);
      if (!token.hidden) parent.append(inner);
      open.push(inner);
    } else if (token.nesting === -1) open.pop();
    else single(parent, token, marks);
  }
}

function opened(token: Token, marks: Marks): HTMLElement {
  if (token.type === "link_open") return link(`${token.attrGet("href")}`, marks);
  const made = element(KNOWN.has(token.tag) ? token.tag : "span");
  const start = token.attrGet("start");
  if (start && made instanceof HTMLOListElement) made.start = Number(start);
  return made;
}

/** A link without a target: only the extension opens links. */
function link(target: string, marks: Marks): HTMLElement {
  const made = element("a");
  Object.assign(made, { role: "link", tabIndex: 0, title: target });
  made.addEventListener("click", () => marks.link(target));
  made.addEventListener("keydown", (event) => event.key === "Enter" && marks.link(target));
  return made;
}

function single(parent: ParentNode, token: Token, marks: Marks): void {
  switch (token.type) {
    case "inline":
      return fill(parent, token.children ?? [], marks);
    case "citation":
      return parent.append(marks.chip(Number(token.content)) ?? `[${token.content}]`);
    case "remark":
      return parent.append(element("span", token.content, "remark"));
    case "softbreak":
      return parent.append("\n");
    case "image": // Nothing is loaded.
      return parent.append(`[picture: ${token.content}]`);
    case "code_inline":
      return parent.append(element("code", token.content));
    case "fence":
    case "code_block": {
      const block = element("pre");
      block.append(element("code", token.content));
      return parent.append(block);
    }
  }
  parent.append(KNOWN.has(token.tag) ? element(token.tag) : token.content);
}

/** An element that contains a text, and perhaps belongs to a class. */
export function element(tag: string, text = "", name = ""): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = visible(text);
  if (name) made.className = name;
  return made;
}
