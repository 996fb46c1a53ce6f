// Conversations: questions, and their answers as they are written.

import {current, entitle, go, href, onChange, record} from "./address.js";
import {download, events, get, post, remove, told} from "./api.js";
import {ago, byId, element, say, worded} from "./dom.js";
import {Turn} from "./turn.js";

const AGAIN = 15000; // milliseconds, after which a conversation that is seen is compared

let conversation = null, asking = null, count = 0, waiting = [];

async function ask(question, options = {}) {
  asking = new AbortController();
  setAsking(true);
  const turn = new Turn(question, options => asking || ask(question, options));
  byId("chat-welcome").hidden = true;
  turn.root.scrollIntoView({block: "start"});
  let outcome = "The answer is complete.";
  try {
    const body = {question, deep: byId("deep").checked, ...options, chat: conversation || undefined, save: true, html: true};
    for await (const event of events("api/ask", body, asking.signal)) {
      turn.take(event);
      if (turn.chat && turn.chat !== conversation) keep(turn.chat);
    }
    if (!turn.isDone) outcome = "The connection ended before the answer.";
  } catch (error) {
    outcome = told(error) || "Stopped.";
    turn.note(outcome);
  }
  turn.end();
  count += 1;
  setAsking(false);
  say("chat-status", outcome);
  if (!waiting.length) return compare();
  const next = waiting.shift();
  showWaiting();
  return ask(next);
}

/** Ask a question; one at a time: it waits for an answer under way. */
function put(question) {
  if (!asking) return ask(question);
  waiting.push(question);
  showWaiting();
}

function showWaiting() {
  byId("waiting").replaceChildren(...waiting.map(question => element("li", {}, question)));
}

/** End the answer; what waits returns to the field, to be asked or not. */
function stop() {
  asking?.abort();
  if (!byId("question").value) byId("question").value = waiting.join("\n");
  waiting = [];
  showWaiting();
}

/** Make a conversation the one that the view returns to. */
function begin(id) {
  conversation = id;
  byId("to-chat").href = href("chat", id ?? "");
  byId("chat-tools").hidden = !id;
}

const addressOf = id => `api/chats/${encodeURIComponent(id)}`;

/** Do something with the open conversation, and list them again. */
async function change(work) {
  try {
    await work(addressOf(conversation));
    await listConversations();
  } catch (error) {
    say("chat-status", told(error));
  }
}

const rename = () => change(async path => {
  const title = prompt("Title", byId("conversations").querySelector("[aria-current] .title")?.textContent ?? "");
  if (title?.trim()) await post(path, {title: title.trim()});
});

const save = () => change(path => download(path, "text/markdown", "conversation.md"));

const erase = () => change(async path => {
  if (!confirm("Delete this conversation permanently?")) return;
  stop();
  await remove(path);
  go(href("chat"));
});

/** The address of a conversation that has just begun. */
function keep(chat) {
  begin(chat);
  if (current().view === "chat") record(href("chat", chat), {replace: true});
}

function setAsking(is) {
  byId("stop").hidden = !is;
  byId("chat").classList.toggle("asking", is);
  if (is) byId("chat-status").textContent = "Writing…";
  else asking = null;
}

/** List the conversations; returns the open one if the server has it: a stopped answer is saved later. */
async function listConversations() {
  try {
    const {chats} = await get("api/chats"), {view, params} = current();
    const chosen = chats.find(chat => chat.id === conversation);
    if (chosen && view === "chat" && !params.get("note")) entitle(chosen.title);
    byId("conversations").replaceChildren(...chats.map(chat => element("li", {}, element("a",
      {href: href("chat", chat.id), "aria-current": chat.id === conversation ? "page" : null},
      element("span", {class: "title"}, chat.title), element("span", {class: "when"}, ago(Date.parse(chat.updated) / 1000))))));
    return chosen;
  } catch (error) {
    say("chat-status", told(error));
  }
}

async function openConversation(id) {
  begin(id);
  count = 0;
  byId("turns").replaceChildren();
  byId("chat-welcome").hidden = Boolean(id);
  byId("chat-status").textContent = "";
  if (!id) return;
  try {
    const {turns} = await get(addressOf(id));
    if (conversation !== id) return;
    showTurns(turns);
  } catch (error) {
    byId("turns").replaceChildren(element("p", {class: "note"}, ...worded(told(error))));
  }
}

function showTurns(turns) {
  count = turns.length;
  byId("turns").replaceChildren();
  for (const {question, events: told, html} of turns) {
    const turn = new Turn(question, options => asking || ask(question, options));
    told.forEach(event => turn.take(event));
    turn.html = html;
    turn.end();
  }
}

/** Take over what was asked in another window. */
async function compare() {
  if (!conversation || asking || document.hidden || current().view !== "chat") return;
  const chosen = await listConversations();
  if (!chosen || chosen.turns <= count || chosen.id !== conversation || asking) return;
  const {turns} = await get(addressOf(chosen.id)).catch(() => ({}));
  if (turns && chosen.id === conversation && !asking) showTurns(turns);
}

/** Show the conversation of an address. */
function show({view, id}) {
  if (view !== "chat") return;
  if (!asking && id !== conversation) openConversation(id);
  else if (asking && id !== conversation) {
    waiting = [];
    stop();
    openConversation(id);
  }
  listConversations();
}

/** Begin again, for another vault. */
export function reset() {
  waiting = [];
  stop();
  begin(null);
}

export function start() {
  onChange(show);
  setInterval(compare, AGAIN);
  addEventListener("focus", compare);
  byId("ask-form").addEventListener("submit", event => {
    event.preventDefault();
    const question = byId("question").value.trim();
    if (!question) return;
    byId("question").value = "";
    put(question);
  });
  byId("question").addEventListener("keydown", event => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    byId("ask-form").requestSubmit();
  });
  byId("stop").addEventListener("click", stop);
  byId("chat-rename").addEventListener("click", rename);
  byId("chat-export").addEventListener("click", save);
  byId("chat-delete").addEventListener("click", erase);
  const wide = matchMedia("(min-width: 60rem)"), fit = () => { byId("chats").open = wide.matches; };
  wide.addEventListener("change", fit);
  fit();
}
