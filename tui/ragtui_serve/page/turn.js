// One question with its answer: text as the server renders it, citations with verdicts.

import {byId, element, place, timeChip, worded} from "./dom.js";
import {nodes} from "./html.js";
import {open} from "./reader.js";

/** The class of a verdict by its sign. */
const LEVELS = {"✓": "good", "¶": "found", "≠": "bad", "∅": "warn"};
const MOST_SOURCES = 5;

/** A passage as one text: what it belongs to, and its sentence with the quoted part marked. */
const sentence = ({above, before, quoted, after}) =>
  [above, before || after ? `${before}“${quoted}”${after}` : quoted].filter(Boolean).join(": ");

export class Turn {
  /** Show a question; `again` asks it with other options: about all dates, or without further words. */
  constructor(question, again) {
    this.question = question;
    this.html = "";
    this.citations = new Map();
    this.marked = new Set();
    this.chat = "";
    this.isDue = false;
    this.again = again;
    this.answer = element("div", {class: "answer prose", "aria-busy": "true"});
    this.chips = element("ul", {class: "chips", "aria-label": "Quotations"});
    this.notes = element("div");
    this.steps = element("ol", {class: "muted", "aria-label": "Searches of the model"});
    this.time = element("div", {class: "asked"});
    this.root = element("article", {class: "turn"}, element("h2", {}, question), this.steps, this.time, this.answer, this.notes, this.chips);
    byId("turns").append(this.root);
  }

  take(event) {
    switch (event.event) {
      case "sources": this.found(event); break;
      case "reading": this.reading(event); break;
      case "step": this.steps.append(element("li", {}, `${event.call}: ${event.outcome}`)); break;
      case "html": this.html = event.html; break;
      case "citation": this.citations.set(event.number, event); break;
      case "notice": case "error": this.note(event.text); break;
      case "done": this.isDone = true; this.chat = event.chat; break;
    }
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => this.draw());
  }

  found({sources, chat, time, queries: [query] = []}) {
    this.sources = sources.filter(source => !source.weak);
    this.chat = chat;
    const isRewritten = query && query !== this.question;
    this.time.replaceChildren(...isRewritten ? [element("p", {class: "muted"}, `Also searched for: ${query.replace(this.question, "").trim()} `,
      element("button", {class: "quiet", onclick: () => this.again({rewrite: false})}, "Without these words"))] : [],
    ...timeChip(time, () => this.again({dates: false})));
  }

  /** Shows below the question how long the model has read, until it writes. */
  reading({tokens, last_seconds: last}) {
    const began = Date.now(), line = element("p", {class: "muted"});
    this.line?.remove();
    this.line = line;
    this.steps.after(line);
    const show = () => {
      if (this.html || this.isDone || !line.isConnected) { line.remove(); return; }
      line.textContent = `The model reads ${tokens.toLocaleString("en")} tokens · ${Math.round((Date.now() - began) / 1000)} s`
        + (last === null ? "" : ` · last time ${Math.round(last)} s`);
      setTimeout(show, 1000);
    };
    show();
  }

  draw() {
    this.isDue = false;
    this.answer.replaceChildren(nodes(this.html));
    for (const mark of this.answer.querySelectorAll("sup[data-cite]")) {
      const citation = this.citations.get(Number(mark.dataset.cite));
      if (!citation) continue;
      mark.replaceWith(this.mark(citation));
      this.marked.add(citation);
    }
  }

  /** A citation below the answer: on the screen if the text has no mark of it, on paper always. */
  chip(citation) {
    const {number, sign, label, path, lines, location, passage} = citation;
    return element("li", {class: this.marked.has(citation) ? "printed" : null},
      element("button", {class: "chip", onclick: () => this.show(citation)}, `[${number}] `,
        element("span", {class: LEVELS[sign]}, `${sign} ${label}`), ` ${place(path, lines, location)}`), element("p", {class: "muted"}, sentence(passage)));
  }

  mark(citation) {
    const {number, sign, label} = citation;
    return element("button", {class: `citation-mark ${LEVELS[sign]}`, "aria-label": `Citation ${number}: ${label}`,
      title: `${label}: ${place(citation.path, citation.lines, citation.location)}\n${sentence(citation.passage)}`, onclick: () => this.show(citation)}, `${number}${sign}`);
  }

  show({path, span, sign, label, passage}) {
    open(path, span, {verdict: {sign, label, passage, level: LEVELS[sign]}});
  }

  note(text) { this.notes.append(element("p", {class: "note"}, ...worded(text))); }

  end() {
    this.draw();
    this.answer.setAttribute("aria-busy", "false");
    this.chips.append(...[...this.citations.values()].map(citation => this.chip(citation)));
    if (this.citations.size || !this.sources?.length) return;
    this.chips.setAttribute("aria-label", "Nearest documents");
    this.chips.append(...this.sources.slice(0, MOST_SOURCES).map(source => element("li", {}, element("button",
      {class: "chip", onclick: () => open(source.path)},
      `${source.title} (${[source.score.toFixed(2), source.state, source.dates].filter(Boolean).join(", ")})`))));
  }
}
