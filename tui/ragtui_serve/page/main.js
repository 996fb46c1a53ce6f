// Starts the page: token, vaults, and the views of addresses.

import {current, entitle, go, href, onChange, show} from "./address.js";
import {get, session, setToken, takeToken, told} from "./api.js";
import * as chat from "./chat.js";
import * as complete from "./complete.js";
import * as coverage from "./coverage.js";
import {ago, byId, element, say} from "./dom.js";
import * as reader from "./reader.js";
import * as search from "./search.js";

const VIEWS = ["search", "chat", "coverage"];
const FIELDS = {search: "query", chat: "question"};
const TITLES = {search: "", chat: "Ask", coverage: "Vault"};

/** The note that is read, else the search or the view; what is loaded later names itself. */
function nameView({view, id, params}) {
  const path = view === "note" ? id : params.get("note") ?? "";
  entitle(path.split("/").at(-1) || (view === "search" ? params.get("q") : TITLES[view]));
}

function showView({view, id, params}) {
  nameView({view, id, params});
  const vault = params.get("vault") ?? "";
  if (vault !== session.vault) useVault(vault);
  const isOpened = byId(view)?.hidden && !params.get("note");
  for (const name of VIEWS) {
    byId(name).hidden = name !== view;
    if (name === view) byId(`to-${name}`).setAttribute("aria-current", "page");
    else byId(`to-${name}`).removeAttribute("aria-current");
  }
  if (isOpened) byId(FIELDS[view])?.focus({preventScroll: true});
  if (view === "coverage") coverage.refresh();
}

function useVault(name) {
  session.vault = name;
  for (const link of document.querySelectorAll("a[data-view]")) link.href = href(link.dataset.view);
  for (const part of [search, chat]) part.reset();
  connect();
}

function showTokenForm(isMissing) {
  byId("token-form").hidden = !isMissing;
  byId("views").hidden = isMissing;
  if (isMissing) byId("token").focus();
}

async function connect() {
  try {
    const {vault, vaults, documents, last_indexed: indexed, state_sentence: state} = await get("api/status");
    byId("vault-choice").hidden = vaults.length < 2;
    byId("vault").replaceChildren(...vaults.map(name => element("option", {value: name}, name)));
    byId("vault").value = session.vault || vault;
    session.name = session.vault || vault;
    byId("vault-name").textContent = session.name;
    byId("vault-facts").textContent = [`${documents.toLocaleString("en")} documents`,
      indexed ? `last read ${ago(Date.parse(indexed) / 1000)}` : state].join(" · ");
    entitle();
  } catch (error) {
    for (const id of ["search-status", "vault-facts"]) say(id, told(error));
  }
}

function pressed(event) {
  const isTyping = /^(input|textarea|select)$/.test(event.target.localName);
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (current().view !== "search") go(href("search"));
  byId("query").focus();
  byId("query").select();
}

function begin() {
  showTokenForm(false);
  useVault(current().params.get("vault") ?? "");
  show();
  if (current().view === "search" && byId("reader").hidden) byId("query").focus();
}

async function start() {
  session.onTokenMissing = () => showTokenForm(true);
  onChange(showView);
  for (const part of [reader, complete, search, chat]) part.start();
  byId("token-form").addEventListener("submit", event => {
    event.preventDefault();
    setToken(byId("token").value.trim());
    byId("token").value = "";
    begin();
  });
  byId("vault").addEventListener("change", event => {
    const isFirst = event.target.selectedIndex === 0;
    useVault(isFirst ? "" : event.target.value);
    go(href("search"));
  });
  byId("skip").addEventListener("click", event => {
    event.preventDefault();
    byId("main").focus();
  });
  document.addEventListener("keydown", pressed);
  if (await takeToken()) begin();
  else showTokenForm(true);
}

start();
