// Questions and answers: streamed text, citations with verdicts, conversations.

import {events, get, told} from "./api.js";
import {byId, element, place, timeChip} from "./dom.js";
import {rendered, source, withMarks} from "./markdown.js";
import {open} from "./reader.js";

/** The class of a verdict by its sign. */
const LEVELS = {"✓": "good", "¶": "found", "!": "warn", "✗": "bad"};

let conversation = "", asking = null;

function verdictOf(citation) {
  const {sign, label} = citation;
  return {sign, label, level: LEVELS[sign]};
}

/** One question with its answer, as it arrives. */
class Turn {
  constructor(question) {
    this.text = "";
    this.citations = new Map();
    this.chat = "";
    this.isDue = false;
    this.answer = element("div", {class: "answer", "aria-busy": "true"});
    this.chips = element("ul", {class: "chips", "aria-label": "Quotations"});
    this.notes = element("div");
    this.time = element("div");
    this.question = question;
    byId("turns").append(element("article", {class: "turn"},
      element("h2", {}, question), this.time, this.answer, this.notes, this.chips));
  }

  take(event) {
    switch (event.event) {
      case "sources": this.found(event); break;
      case "text": this.text += source(event); break;
      case "citation": this.cite(event); break;
      case "notice": case "error": this.note(event.text); break;
      case "done": this.isDone = true; this.chat = event.chat; break;
    }
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => this.draw());
  }

  found({sources, chat, time}) {
    this.sources = sources;
    this.chat = chat;
    this.time.replaceChildren(...timeChip(time, () => asking || ask(this.question, false)));
  }

  draw() {
    this.isDue = false;
    this.answer.replaceChildren(...rendered(this.text.trim(), number => this.mark(number)));
  }

  cite(citation) {
    this.citations.set(citation.number, citation);
    const {sign, label, level} = verdictOf(citation);
    this.chips.append(element("li", {}, element("button", {class: "chip", onclick: () => this.show(citation)},
      `[${citation.number}] `, element("span", {class: level}, `${sign} ${label}`),
      ` ${place(citation.path, citation.lines, citation.location)}`)));
  }

  mark(number) {
    const citation = this.citations.get(number);
    if (!citation) return document.createTextNode(`[${number}]`);
    const {sign, label, level} = verdictOf(citation);
    return element("button", {class: `citation-mark ${level}`, "aria-label": `Citation ${number}: ${label}`,
      onclick: () => this.show(citation)}, `${number}${sign}`);
  }

  show(citation) {
    const {sign, label, level} = verdictOf(citation);
    const verdict = element("span", {}, element("strong", {class: level}, `${sign} ${label}: `), `“${citation.quote}”`);
    open({path: citation.path, span: citation.span, location: citation.location, verdict});
  }

  note(text) { this.notes.append(element("p", {class: "note"}, text)); }

  end() {
    this.draw();
    this.answer.setAttribute("aria-busy", "false");
    if (this.citations.size || !this.sources?.length) return;
    this.chips.setAttribute("aria-label", "Nearest documents");
    this.chips.append(...this.sources.slice(0, 5).map(each => element("li", {}, element("button",
      {class: "chip", onclick: () => open({path: each.path, span: [0, 0], location: each.location})}, `${each.title} (${[each.score.toFixed(2), each.state, each.dates].filter(Boolean).join(", ")})`))));
  }
}

async function ask(question, dates = true) {
  asking = new AbortController();
  setAsking(true);
  const turn = new Turn(question);
  let outcome = "The answer is complete.";
  try {
    for await (const event of events("api/ask", {question, dates, chat: conversation || undefined}, asking.signal)) turn.take(event);
    if (!turn.isDone) outcome = "The connection ended before the answer.";
  } catch (error) {
    outcome = told(error) || "Stopped.";
    turn.note(outcome);
  }
  turn.end();
  setAsking(false);
  byId("chat-status").textContent = outcome;
  if (turn.chat) conversation = turn.chat;
  await listConversations();
}

function setAsking(is) {
  byId("stop").hidden = !is;
  byId("ask").disabled = is;
  byId("conversation").disabled = is;
  if (is) byId("chat-status").textContent = "Writing…";
  else asking = null;
}

async function listConversations() {
  try {
    const {chats} = await get("api/chats");
    const options = chats.map(chat => element("option", {value: chat.id}, chat.title));
    byId("conversation").replaceChildren(element("option", {value: ""}, "New conversation"), ...options);
    byId("conversation").value = conversation;
  } catch (error) {
    byId("chat-status").textContent = told(error);
  }
}

async function openConversation(id) {
  conversation = id;
  byId("turns").replaceChildren();
  byId("chat-status").textContent = "";
  if (!id) return;
  try {
    const {turns} = await get(`api/chats/${encodeURIComponent(id)}`);
    for (const {question, events} of turns) {
      const turn = new Turn(question);
      events.forEach(event => turn.take(event));
      turn.text = withMarks(turn.text); // in a stored answer, nothing else looks like one
      turn.end();
    }
  } catch (error) {
    byId("chat-status").textContent = told(error);
  }
}

/** Show the conversations of a vault; called when the view is opened. */
export async function refresh() {
  if (asking) return;
  await listConversations();
}

/** Begin again, for another vault. */
export function reset() {
  asking?.abort();
  openConversation("");
  refresh();
}

export function start() {
  byId("ask-form").addEventListener("submit", event => {
    event.preventDefault();
    const question = byId("question").value.trim();
    if (!question || asking) return;
    byId("question").value = "";
    ask(question);
  });
  byId("question").addEventListener("keydown", event => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    byId("ask-form").requestSubmit();
  });
  byId("stop").addEventListener("click", () => asking?.abort());
  byId("conversation").addEventListener("change", event => openConversation(event.target.value));
}
