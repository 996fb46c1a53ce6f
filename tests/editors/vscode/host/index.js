// Runs inside the extension host, beside the installed extension. Each test's outcome
// goes into the file that RAGTUI_TEST_RESULTS names; pytest shows them one by one.
const assert = require("node:assert");
const fs = require("node:fs");
const vscode = require("vscode");

const tests = [];
const test = (name, run) => tests.push({ name, run });

const folder = () => vscode.workspace.workspaceFolders[0].uri;
const file = (path) => vscode.Uri.joinPath(folder(), path);
const extension = () => vscode.extensions.getExtension("ragtui.ragtui");
const server = () => extension().exports.server;
const call = (command, ...given) => vscode.commands.executeCommand(command, ...given);

async function shown(path) {
  const document = await vscode.workspace.openTextDocument(file(path));
  return vscode.window.showTextDocument(document);
}

/** Where some words of a document begin, and `inside` characters on. */
function at(document, words, inside = 1) {
  const offset = document.getText().indexOf(words);
  assert.ok(offset >= 0, `the document lacks ${words}`);
  return document.positionAt(offset + inside);
}

async function until(what, fulfilled) {
  const end = Date.now() + 20_000;
  while (!(await fulfilled())) {
    assert.ok(Date.now() < end, `it never came that ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const textOf = (hovers) =>
  hovers.flatMap((hover) => hover.contents.map((each) => each.value ?? each)).join("\n");

test("the extension starts the server", async () => {
  await shown("review.md");
  await extension().activate();
  await until("it runs", () => server().state === "running");
  await until("the notes are known", async () => {
    const { vaults } = await server().request("ragtui/status", {});
    return vaults[0].documents === 3;
  });
});

test("every command of the palette is there", async () => {
  const there = new Set(await vscode.commands.getCommands(true));
  const declared = extension().packageJSON.contributes.commands.map((each) => each.command);
  assert.ok(declared.length >= 6);
  assert.deepStrictEqual(declared.filter((each) => !there.has(each)), []);
});

test("a setting reaches the server without a restart", async () => {
  const settings = vscode.workspace.getConfiguration("ragtui");
  const states = new Set();
  const heard = server().onChange(() => states.add(server().state));
  const hits = async () => (await server().request("ragtui/search", { query: "pump water" })).hits.length;
  const target = vscode.ConfigurationTarget.Global;
  await settings.update("settings", { "search.limit": 1 }, target);
  await until("it is used", async () => (await hits()) === 1);
  await settings.update("settings", undefined, target);
  await until("it is removed", async () => (await hits()) > 1);
  heard.dispose();
  assert.ok(!states.has("stopped") && !states.has("starting"), [...states].join());
});

test("tools of language models search and ask, where there are any", async () => {
  const declared = extension().packageJSON.contributes.languageModelTools;
  const names = declared.map((each) => each.name).sort();
  if (!vscode.lm?.registerTool) return;
  const there = vscode.lm.tools.map((each) => each.name);
  assert.deepStrictEqual(names.filter((each) => !there.includes(each)), []);
  const input = { query: "impeller winter", question: "impeller winter" };
  for (const name of names) {
    const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    assert.match(result.content[0].value, /every second winter/, name);
  }
  const lacking = { input: { query: "zzxqqv" }, toolInvocationToken: undefined };
  const none = await vscode.lm.invokeTool("ragtui_search", lacking);
  assert.doesNotMatch(none.content[0].value, /\.md/);
});

test("the participant of the chat streams an answer with references", async () => {
  const said = [];
  const references = [];
  const stream = {
    progress: () => {},
    markdown: (text) => said.push(text),
    reference: (place) => references.push(place),
  };
  const { token } = new vscode.CancellationTokenSource();
  const ask = (references, history) =>
    extension().exports.answered(
      server(),
      { prompt: "when is the impeller changed", references },
      { history },
      stream,
      token,
    );
  const result = await ask([], []);
  assert.match(said.join(""), /every second winter/);
  assert.ok(!said.join("").includes("!["));
  assert.match(references[0].uri.path, /products\/pump\.md$/);
  const { document } = await shown("review.md");
  const range = document.lineAt(at(document, "See ").line).range;
  const value = new vscode.Location(document.uri, range);
  const next = await ask([{ id: "selection", value }], [{ result }]);
  assert.strictEqual(next.metadata.chat, result.metadata.chat);
});

test("hover on a link shows the note", async () => {
  const { document } = await shown("review.md");
  const found = await call("vscode.executeHoverProvider", document.uri, at(document, "[[pump", 3));
  assert.match(textOf(found), /The naïve 😀 pump/);
});

test("hover on a citation shows its verdict", async () => {
  const { document } = await shown("review.md");
  const where = at(document, "> Its *impeller*", 6);
  const found = await call("vscode.executeHoverProvider", document.uri, where);
  assert.match(textOf(found), /✓ Verified/);
});

test("the definition of a citation is the quoted span", async () => {
  const { document } = await shown("review.md");
  const where = at(document, "> Its *impeller*", 6);
  const found = await call("vscode.executeDefinitionProvider", document.uri, where);
  const place = found[0];
  const target = await vscode.workspace.openTextDocument(place.targetUri ?? place.uri);
  assert.match(target.uri.path, /products\/pump\.md$/);
  const words = target.getText(place.targetRange ?? place.range);
  assert.strictEqual(words, "Its *impeller* is changed every second winter.");
});

test("completion offers notes after [[", async () => {
  const { document } = await shown("review.md");
  const where = at(document, "See [[pump", "See [[".length);
  const found = await call("vscode.executeCompletionItemProvider", document.uri, where, "[");
  const labels = found.items.map((item) => item.label.label ?? item.label);
  assert.ok(labels.some((each) => /hose/i.test(each)), labels.join());
});

test("a broken link is marked, and can be fixed", async () => {
  const { document } = await shown("review.md");
  const marks = () => vscode.languages.getDiagnostics(document.uri);
  await until("the broken link is marked", () => marks().some((each) => each.source === "ragtui"));
  const mark = marks().find((each) => document.getText(each.range).includes("Pumpe"));
  const actions = await call("vscode.executeCodeActionProvider", document.uri, mark.range);
  assert.ok(actions.some((each) => /Link to products\/pump\.md/.test(each.title)));
});

test("a selection can be asked about and cited", async () => {
  const { document } = await shown("review.md");
  const range = new vscode.Range(at(document, "See ", 0), at(document, "See ", 20));
  const actions = await call("vscode.executeCodeActionProvider", document.uri, range);
  const commands = actions.map((each) => each.command?.command);
  for (const each of ["askSelection", "findSources", "insertCitation"]) {
    assert.ok(commands.includes(`ragtui.${each}`), `${commands}`);
  }
});

test("sources for a code action are shown by the client alone", async () => {
  const { document } = await shown("review.md");
  const range = document.lineAt(at(document, "See ").line).range;
  const actions = await call("vscode.executeCodeActionProvider", document.uri, range);
  const { command } = actions.find((each) => each.command?.command === "ragtui.findSources");
  const done = call(command.command, ...command.arguments);
  const active = () => vscode.window.activeTextEditor?.document.uri.path;
  await until("a source is previewed", () => active() !== document.uri.path);
  await call("workbench.action.closeQuickOpen");
  await done;
  assert.strictEqual(active(), document.uri.path);
  const pages = vscode.workspace.textDocuments.map((each) => each.uri.path);
  assert.deepStrictEqual(pages.filter((each) => /sources-\d+\.md$/.test(each)), []);
});

test("a heading is listed once, a passage by its meaning", async () => {
  const named = async (query) => {
    const found = await call("vscode.executeWorkspaceSymbolProvider", query);
    return found.filter((each) => /products\/pump\.md$/.test(each.location.uri.path));
  };
  await shown("products/pump.md");
  await until("VS Code knows the heading", async () => (await named("Service")).length > 0);
  const headings = (await named("Service")).filter((each) => /^(## )?Service$/.test(each.name));
  assert.strictEqual(headings.length, 1); // VS Code's own has the marks of the level.
  const [passage] = await named("when is the impeller changed");
  assert.strictEqual(passage.kind, vscode.SymbolKind.File);
});

test("the server reports its status", async () => {
  await until("everything is indexed", async () => {
    const { vaults } = await server().request("ragtui/status", {});
    return vaults[0].documents === 3 && vaults[0].share === 1;
  });
});

test("the server can be restarted", async () => {
  await until("it runs", () => server().state === "running");
  const before = server().client.serverProcess.pid;
  await call("ragtui.restartServer");
  assert.strictEqual(server().state, "running");
  assert.notStrictEqual(server().client.serverProcess.pid, before);
  const found = await server().request("ragtui/search", { query: "impeller" });
  assert.ok(found.hits.some((hit) => hit.path === "products/pump.md"));
});

test("a server that dies comes back", async () => {
  const before = server().client.serverProcess.pid;
  process.kill(before, "SIGKILL");
  await until("another one runs", () => {
    const pid = server().client?.serverProcess?.pid;
    return server().state === "running" && pid && pid !== before;
  });
  const found = await server().request("ragtui/search", { query: "impeller" });
  assert.ok(found.hits.some((hit) => hit.path === "products/pump.md"));
});

test("a path that names no program is told", async () => {
  const own = vscode.workspace.getConfiguration("ragtui.server");
  await own.update("path", "/nowhere/ragtui-lsp", vscode.ConfigurationTarget.Global);
  await until("it is missing", () => server().state === "missing");
  assert.match(server().reason, /\/nowhere\/ragtui-lsp, which is not a program/);
  await own.update("path", undefined, vscode.ConfigurationTarget.Global);
  await until("it runs again", () => server().state === "running");
});

exports.run = async function run() {
  const outcomes = {};
  for (const { name, run: body } of tests) {
    try {
      await body();
      outcomes[name] = "";
    } catch (error) {
      outcomes[name] = String(error?.stack ?? error);
    }
  }
  const file = process.env.RAGTUI_TEST_RESULTS;
  fs.writeFileSync(`${file}.part`, JSON.stringify(outcomes));
  fs.renameSync(`${file}.part`, file);
};
