// Elements are built from texts, never from markup: the page's policy forbids the latter.

/** Characters that could reorder or hide text: controls, direction marks, tags. */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/gu;

export const byId = id => document.getElementById(id);

/** A text as it is shown. Offsets of the text are wrong in it: divide a text first. */
export const shown = text => String(text).replace(HIDDEN, "");

/** A message with what it has between backticks as code. */
export const worded = text => String(text).split(/`([^`]+)`/).map((part, index) => index % 2 ? element("code", {}, part) : shown(part));

/** Show a message in an element. */
export const say = (id, text) => byId(id).replaceChildren(...worded(text));

/** An element with attributes (and handlers, as `onclick`); children are nodes or texts. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, shown(value));
  }
  made.append(...children.filter(child => child || child === 0).map(child => (child instanceof Node ? child : shown(child))));
  return made;
}

/** A time that was searched for, as a button that removes it; nothing without one. */
export const timeChip = (time, remove) => !time || time.effect === "dropped" ? [] : [element("button",
  {class: "chip time", type: "button", "aria-label": `${time.shown}: search all dates instead`, onclick: remove}, `${time.shown} ×`)];

/** A location as people name it; a text that was recognised in a picture says so. */
export const named = location => `${location.kind === "page" ? "p. " : ""}${location.label}${location.ocr ? " (OCR)" : ""}`;

export const place = (path, lines, location) => location ? `${path}, ${named(location)}` : `${path}:${lines[0]}`;

const KINDS = {md: "Note", markdown: "Note", mdx: "Note", txt: "Text", pdf: "PDF", eml: "Mail", emlx: "Mail", mbox: "Mail",
  msg: "Mail", docx: "Document", odt: "Document", rtf: "Document", pptx: "Slides", odp: "Slides", xlsx: "Sheet", ods: "Sheet",
  csv: "Table", tsv: "Table", epub: "Book", html: "Page", htm: "Page", ipynb: "Notebook"};

/** A file's kind in a word; a mail of a mailbox (`inbox.mbox » 8f2@example.org`) has that of the mailbox. */
export function kindOf(path) {
  const file = path.replace(/ » [^»]*@[^»]*$/, "");
  const ending = /\.(\w+)(?:$|[?!#:/])/.exec(file.slice(file.lastIndexOf("/") + 1))?.[1].toLowerCase() ?? "";
  return KINDS[ending] ?? (ending.length < 6 ? ending.toUpperCase() : "") ;
}

/** A file's kind and folders, for a line above its title. */
export const placeOf = (path, ...more) => [element("span", {class: "kind"}, kindOf(path) || "File"),
  element("span", {class: "path"}, [path.split("/").join(" › "), ...more].filter(Boolean).join(", "))];

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `3 Nov 2026`, `Nov 2026` or `2026`, of an ISO 8601 date. */
export function date(text) {
  const [year, month, day] = (text ?? "").slice(0, 10).replace("--", "-").split("-"); // --11-30 has no year
  return [day && String(Number(day)), month && MONTHS[month - 1], year].filter(Boolean).join(" ");
}

/** A time in seconds as people say it: `3 hours ago`. */
export function ago(seconds) {
  const passed = Date.now() / 1000 - seconds;
  const [name, size] = [["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60]]
    .find(([, size]) => passed >= size) ?? [];
  return name ? new Intl.RelativeTimeFormat("en", {numeric: "auto"}).format(-Math.floor(passed / size), name) : "just now";
}
