// Completion of filters in the query: a combobox with a list, as in ARIA 1.2.

import {get} from "./api.js";
import {byId, element} from "./dom.js";

const DELAY = 80; // milliseconds of rest before completions are asked for

let timer = 0, running = null, offers = [], current = -1;

async function ask() {
  running?.abort();
  running = new AbortController();
  const input = byId("query"), {signal} = running;
  if (!input.value.trim()) return show([]);
  // The server counts code points.
  const at = Array.from(input.value.slice(0, input.selectionStart)).length;
  try {
    show((await get("api/complete", {line: input.value, at}, signal)).completions);
  } catch {
    if (!signal.aborted) show([]); // the search says what is wrong
  }
}

function show(found) {
  offers = found;
  const isOpen = offers.length > 0 && document.activeElement === byId("query");
  byId("offers").hidden = !isOpen;
  byId("query").setAttribute("aria-expanded", String(isOpen));
  byId("offers").replaceChildren(...offers.map(({label, count}, index) =>
    element("li", {role: "option", id: `offer-${index}`, onmousedown: event => take(event, index)},
      label, count === null ? "" : element("span", {class: "muted"}, ` ${count}`))));
  select(-1);
}

function select(index) {
  current = index;
  [...byId("offers").children].forEach((each, number) => each.setAttribute("aria-selected", String(number === index)));
  const active = byId(`offer-${index}`);
  active?.scrollIntoView({block: "nearest"});
  if (active) byId("query").setAttribute("aria-activedescendant", active.id);
  else byId("query").removeAttribute("aria-activedescendant");
}

function take(event, index) {
  event.preventDefault(); // the field keeps the focus
  const input = byId("query"), {start, end, text} = offers[index];
  const characters = Array.from(input.value);
  const before = characters.slice(0, start).join("") + text;
  input.value = before + characters.slice(end).join("");
  input.setSelectionRange(before.length, before.length);
  close();
  input.dispatchEvent(new Event("input"));
}

/** Offer nothing until something is typed. */
export function close() {
  clearTimeout(timer);
  running?.abort();
  show([]);
}

function pressed(event) {
  if (byId("offers").hidden || event.isComposing) return;
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (step) {
    event.preventDefault();
    select((current + step + offers.length + (current < 0 && step < 0 ? 1 : 0)) % offers.length);
  } else if (event.key === "Enter" && current >= 0) take(event, current);
  else if (event.key === "Enter" || event.key === "Escape") return close();
  else return;
  event.stopImmediatePropagation(); // the results have the same keys
}

/** Before the search, whose keys are for an empty list. */
export function start() {
  byId("query").addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, DELAY);
  });
  byId("query").addEventListener("keydown", pressed);
  byId("query").addEventListener("blur", close);
}
