// What narrows a search: order, dates, and the values of facets.

import {current, onChange as listen} from "./address.js";
import {byId, element} from "./dom.js";

const SINGLE = ["sort", "days"];

/** Values of a facet that are shown at once. */
const MOST = 6;

/** Where facets are a column beside the results; as in the style sheet. */
const WIDE = matchMedia("(min-width: 75rem)");

/** Chosen values by field. */
const picked = new Map();
let withDates = true, onChange = () => {};

export const dates = () => withDates;

export const setDates = is => { withDates = is; };

/** All that is chosen, as options of a search. */
export function chosen() {
  const found = {};
  for (const name of SINGLE) if (byId(name).value) found[name] = byId(name).value;
  for (const [field, values] of picked) found[field] = [...values];
  return found;
}

/** The filters in the query language, for a search without words. */
export const clauses = () => [...picked].flatMap(([field, values]) =>
  [...values].map(value => `${field}:"${value.replaceAll('"', "")}"`)).join(" ");

/** Take over the parameters of an address. */
export function take({dates: [given] = [], ...parameters}) {
  withDates = given !== "0";
  for (const name of SINGLE) byId(name).value = parameters[name]?.[0] ?? "";
  picked.clear();
  for (const [name, values] of Object.entries(parameters)) if (!SINGLE.includes(name)) picked.set(name, new Set(values));
  showChosen();
}

/** Show the facets of a result. */
export function show(facets) {
  const focused = document.activeElement?.dataset?.facet;
  const fields = new Map(Object.entries(facets));
  for (const field of picked.keys()) if (!fields.has(field)) fields.set(field, {});
  byId("facets").replaceChildren(...[...fields].map(([field, counts]) => facet(field, counts)));
  byId("filters").hidden = fields.size === 0;
  showChosen();
  if (focused) byId("facets").querySelector(`[data-facet="${CSS.escape(focused)}"]`)?.focus();
}

function facet(field, counts) {
  const values = new Map(Object.entries(counts)), ticked = picked.get(field) ?? new Set();
  for (const value of ticked) if (!values.has(value)) values.set(value, 0);
  const boxes = [...values].map(([value, count]) => {
    const box = element("input", {type: "checkbox", "data-facet": `${field}:${value}`, onchange: () => toggle(field, value)});
    box.checked = ticked.has(value);
    return element("label", {}, box, element("span", {class: "value"}, value), element("span", {class: "count"}, count));
  });
  const more = boxes.splice(MOST);
  return element("fieldset", {}, element("legend", {}, field), ...boxes,
    more.length > 0 && element("details", {open: more.some(label => label.firstChild.checked) ? "" : null}, element("summary", {}, `${more.length} more`), ...more));
}

/** The chosen values beside the order, each with a button that removes it. */
function showChosen() {
  const values = [...picked].flatMap(([field, values]) => [...values].map(value => [field, value]));
  byId("chosen").replaceChildren(...values.map(([field, value]) => element("button", {class: "chip", type: "button",
    "aria-label": `Remove the filter ${field}: ${value}`, onclick: () => toggle(field, value)}, `${field}: ${value} ×`)));
  byId("filter-count").textContent = values.length ? `(${values.length} chosen)` : "";
}

function toggle(field, value) {
  const values = picked.get(field) ?? new Set();
  if (!values.delete(value)) values.add(value);
  if (values.size) picked.set(field, values);
  else picked.delete(field);
  onChange();
}

export function start(changed) {
  onChange = changed;
  for (const name of SINGLE) byId(name).addEventListener("change", changed);
  const fit = () => { byId("filters").open = WIDE.matches && !current().params.get("note"); };
  WIDE.addEventListener("change", fit);
  listen(fit);
}
