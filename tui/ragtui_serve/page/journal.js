// The calendar of the journal: a month of days with notes.

import {get, told} from "./api.js";
import {byId, element} from "./dom.js";
import {open} from "./reader.js";

let shown = {}, loading = null;

const inWords = day => new Date(`${day}T12:00`).toLocaleDateString("en-GB", {dateStyle: "full"});

/** Show a month, as YYYY-MM; without one, that which is shown, or this one. */
export async function refresh(month = shown.month) {
  loading?.abort();
  loading = new AbortController();
  try {
    const found = await get("api/journal", month ? {month} : {}, loading.signal);
    shown = {...found, month};
    show(found);
  } catch (error) {
    if (told(error)) byId("journal-status").textContent = told(error);
  }
}

function show({title, weeks, notes}) {
  const count = Object.values(notes).reduce((sum, each) => sum + each.length, 0);
  byId("month-title").textContent = title;
  byId("journal-status").textContent = count === 1 ? "1 note" : `${count} notes`;
  byId("day-notes").replaceChildren();
  byId("month").tBodies[0].replaceChildren(...weeks.map(week => element("tr", {}, ...week.map(day => cell(day, notes[day])))));
}

function cell(day, notes) {
  if (!day) return element("td");
  const number = String(Number(day.slice(-2)));
  if (!notes) return element("td", {class: "muted"}, number);
  const label = `${inWords(day)}: ${notes.length === 1 ? notes[0].title : `${notes.length} notes`}`;
  return element("td", {}, element("button", {"aria-label": label, onclick: () => choose(day, notes)}, number));
}

/** Open the note of a day; list them if there are several. */
function choose(day, notes) {
  byId("day-notes").replaceChildren(...notes.length < 2 ? [] : [element("h3", {}, inWords(day)), element("ul", {class: "chips"},
    ...notes.map(note => element("li", {}, element("button", {class: "chip", onclick: () => read(note)}, note.title))))]);
  read(notes[0]);
}

const read = note => open({path: note.path, span: [0, 0]});

export function start() {
  byId("month-before").addEventListener("click", () => refresh(shown.before));
  byId("month-after").addEventListener("click", () => refresh(shown.after));
}

/** Begin again, for another vault. */
export function reset() {
  shown = {};
  if (!byId("journal").hidden) refresh();
}
