// Elements are built from texts, never from markup: the page's policy forbids the latter.

/** Characters that could reorder or hide text: controls, direction marks, tags. */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/gu;

export const byId = id => document.getElementById(id);

/** A text as it is shown. Offsets of the text are wrong in it: divide a text first. */
export const shown = text => String(text).replace(HIDDEN, "");

/** An element with attributes (and handlers, as `onclick`); children are nodes or texts. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, shown(value));
  }
  made.append(...children.map(child => (child instanceof Node ? child : shown(child))));
  return made;
}

/** A text in pieces: those of `spans` become `make(piece)`. Spans count code points. */
export function divided(characters, spans, make, offset = 0) {
  const pieces = [];
  let end = 0;
  for (const [from, to] of spans) {
    const start = Math.max(from - offset, end), stop = Math.min(to - offset, characters.length);
    if (start >= stop) continue;
    pieces.push(shown(characters.slice(end, start).join("")), make(shown(characters.slice(start, stop).join(""))));
    end = stop;
  }
  pieces.push(shown(characters.slice(end).join("")));
  return pieces;
}

/** A time that was searched for, as a button that removes it; nothing without one. */
export const timeChip = (time, remove) => !time || time.effect === "dropped" ? [] : [element("button",
  {class: "chip time", type: "button", "aria-label": `${time.shown}: search all dates instead`, onclick: remove}, `${time.shown} ×`)];

export const place = (path, lines, location) =>
  location ? `${path}, ${location.kind === "page" ? "p. " : ""}${location.label}` : `${path}:${lines[0]}`;
