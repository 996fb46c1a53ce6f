// The calendar of the journal: a month of days with notes.

import {href, onChange} from "./address.js";
import {get, told} from "./api.js";
import {byId, element, worded} from "./dom.js";
import {open} from "./reader.js";

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** What is being loaded, by place: home and the journal have a calendar each. */
const loading = new WeakMap();

const inWords = day => new Date(`${day}T12:00`).toLocaleDateString("en-GB", {dateStyle: "full"});
const isToday = day => day === new Date().toLocaleDateString("sv");

/** Show a month, as YYYY-MM, in a place; without one, this month. `go` shows another. */
export async function show(root, month = "", go = other => show(root, other)) {
  loading.get(root)?.abort();
  const load = new AbortController();
  loading.set(root, load);
  try {
    const found = await get("api/journal", month ? {month} : {}, load.signal);
    root.replaceChildren(...calendar(found, go));
  } catch (error) {
    if (told(error)) root.replaceChildren(element("p", {class: "muted"}, ...worded(told(error))));
  }
}

function calendar({title, before, after, weeks, notes}, go) {
  const count = Object.values(notes).reduce((sum, each) => sum + each.length, 0);
  const name = element("h2", {class: "month-title"}, title);
  return [
    element("div", {class: "bar"}, name, element("span", {class: "muted", role: "status"}, count === 1 ? "1 note" : `${count} notes`),
      element("button", {class: "quiet", "aria-label": "Previous month", onclick: () => go(before)}, "‹"),
      element("button", {class: "quiet", "aria-label": "Next month", onclick: () => go(after)}, "›")),
    element("table", {class: "month", "aria-label": title},
      element("thead", {}, element("tr", {}, ...DAYS.map(day => element("th", {scope: "col"}, day)))),
      element("tbody", {}, ...weeks.map(week => element("tr", {}, ...week.map(day => cell(day, notes[day])))))),
  ];
}

function cell(day, notes) {
  if (!day) return element("td");
  const number = element("span", {class: isToday(day) ? "number today" : "number"}, Number(day.slice(-2)));
  if (!notes) return element("td", {class: "muted"}, number);
  const label = `${inWords(day)}: ${notes.length === 1 ? notes[0].title : `${notes.length} notes`}`;
  return element("td", {}, element("button", {"aria-label": label, title: label, onclick: () => choose(day, notes)}, number,
    element("span", {class: "name"}, notes.length === 1 ? notes[0].title : `${notes.length} notes`)));
}

/** Open the note of a day; list them if there are several. */
function choose(day, notes) {
  byId("day-notes").replaceChildren(...notes.length < 2 ? [] : [element("h2", {}, inWords(day)), element("ul", {class: "chips"},
    ...notes.map(note => element("li", {}, element("a", {class: "chip", href: href("journal", "", {month: day.slice(0, 7), note: note.path})}, note.title))))]);
  open(notes[0].path);
}

let shown = null;

export function start() {
  onChange(({view, params}) => {
    if (view !== "journal") return;
    const month = params.get("month") ?? "";
    const wanted = JSON.stringify([params.get("vault"), month]);
    if (wanted === shown) return;
    shown = wanted;
    byId("day-notes").replaceChildren();
    show(byId("months"), month, other => { location.hash = href("journal", "", {month: other}); });
  });
}

export function reset() {
  shown = null;
}
