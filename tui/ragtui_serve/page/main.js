// Starts the page: token, vaults, views.

import {get, session, setToken, takeToken, told} from "./api.js";
import * as chat from "./chat.js";
import * as complete from "./complete.js";
import * as coverage from "./coverage.js";
import {byId, element} from "./dom.js";
import * as journal from "./journal.js";
import * as reader from "./reader.js";
import * as search from "./search.js";

const TABS = ["search", "chat", "journal", "coverage"];

function showView(name) {
  for (const each of TABS) {
    const tab = byId(`tab-${each}`);
    byId(each).hidden = each !== name;
    tab.setAttribute("aria-selected", String(each === name));
    tab.tabIndex = each === name ? 0 : -1;
  }
  if (name === "chat") chat.refresh();
  if (name === "journal") journal.refresh();
  if (name === "coverage") coverage.refresh();
}

function moveBetweenTabs(event) {
  const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  const index = TABS.findIndex(name => byId(`tab-${name}`) === event.target);
  if (!step || index < 0) return;
  const name = TABS[(index + step + TABS.length) % TABS.length];
  showView(name);
  byId(`tab-${name}`).focus();
}

function showTokenForm(isMissing) {
  byId("token-form").hidden = !isMissing;
  byId("views").hidden = isMissing;
  if (isMissing) byId("token").focus();
}

async function connect() {
  try {
    const {vault, vaults} = await get("api/status");
    byId("vault-choice").hidden = vaults.length < 2;
    byId("vault").replaceChildren(...vaults.map(name => element("option", {value: name}, name)));
    byId("vault").value = session.vault || vault;
    document.title = `${session.vault || vault}: ragtui`;
  } catch (error) {
    byId("search-status").textContent = told(error);
  }
}

function start() {
  session.onTokenMissing = () => showTokenForm(true);
  for (const part of [reader, complete, search, chat, journal]) part.start();
  for (const name of TABS) byId(`tab-${name}`).addEventListener("click", () => showView(name));
  document.querySelector("[role=tablist]").addEventListener("keydown", moveBetweenTabs);
  byId("token-form").addEventListener("submit", event => {
    event.preventDefault();
    setToken(byId("token").value.trim());
    byId("token").value = "";
    showTokenForm(false);
    connect();
  });
  byId("vault").addEventListener("change", event => {
    session.vault = event.target.value;
    reader.close();
    for (const part of [search, chat, journal]) part.reset();
    connect();
    coverage.refresh();
  });
  document.addEventListener("keydown", event => {
    const isTyping = /^(input|textarea|select)$/.test(event.target.localName);
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    showView("search");
    byId("query").focus();
  });
  if (takeToken()) {
    connect();
    byId("query").focus();
  } else {
    showTokenForm(true);
  }
}

start();
