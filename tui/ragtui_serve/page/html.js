// HTML of the server -> nodes. The policy of the page forbids markup from strings, so each
// element is made here, and only those that are listed: the server's sanitiser decides what
// a note may show, and this list what it can.

import {element, shown} from "./dom.js";
import {href, parsed} from "./address.js";

const NAMES = new Set(("a abbr b bdi bdo blockquote br caption center cite code col colgroup dd del details dfn div " +
  "dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span " +
  "strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr").split(" "));
const ATTRIBUTES = new Set(["alt", "class", "colspan", "data-cite", "href", "rowspan",
  "src", "start", "title"]);
const EMPTY = new Set(["br", "col", "hr", "img", "wbr"]);
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"]*")*)>|[^<]+|</g;
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g;
const ENTITIES = {amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0", "#39": "'", "#x27": "'"};
const SAFE = /^(?:https?:|mailto:|#\/|pictures\/)/i;

/** Elements in one another; deeper ones are left out, and their texts kept. */
const MAX_DEPTH = 100;

const text = written => shown(written.replace(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole));

/** The nodes of balanced HTML, as the server's sanitiser writes it. */
export function nodes(html) {
  const root = document.createDocumentFragment(), open = [root];
  for (const [token, closing, name, attributes] of html.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (!name) inner.append(text(token));
    else if (closing) { if (open.length > 1) open.pop(); }
    else {
      const made = open.length < MAX_DEPTH && NAMES.has(name) ? elementOf(name, attributes) : inner;
      if (made !== inner) inner.append(made);
      if (!EMPTY.has(name)) open.push(made);
    }
  }
  return root;
}

function elementOf(name, attributes) {
  const given = {};
  for (const [, key, value] of attributes.matchAll(ATTRIBUTE)) if (ATTRIBUTES.has(key)) given[key] = text(value);
  for (const key of ["href", "src"]) if (given[key] && !SAFE.test(given[key])) delete given[key];
  if (given.href?.startsWith("#/")) {
    const {view, id, params} = parsed(given.href);
    given.href = href(view, id, Object.fromEntries(params));
  } else if (given.href) Object.assign(given, {target: "_blank", rel: "noopener noreferrer"});
  if (name === "img") {
    if (!given.src) return element("span", {}, given.alt ?? "");
    Object.assign(given, {loading: "lazy", alt: given.alt ?? ""});
  }
  return element(name, given);
}
