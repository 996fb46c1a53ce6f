// Wires the parts together: commands, views, the server and its settings.

import * as vscode from "vscode";
import { Asking } from "./answers/asking";
import { cite, findSources, summarise, verify } from "./citations";
import type { At, Selected } from "./protocol";
import { RelatedNotes } from "./related";
import { search } from "./search";
import { messageOf, NoServer, Server } from "./server";
import { SECTION } from "./settings";
import { StatusItem, showStatus } from "./status";

const WALKTHROUGH = "start";
const GREETED = "greeted";

export async function activate(context: vscode.ExtensionContext): Promise<{ server: Server }> {
  const server = new Server(context.extension, (command, args, next) => {
    const show = shownHere[command];
    return show ? guarded(() => show(args[0]))() : next(command, args);
  });
  const asking = new Asking(server, context.extensionUri);
  /** Commands of code actions and lenses whose outcome is shown by this client. */
  const shownHere: Record<string, (given: Selected & At) => Promise<void>> = {
    "ragtui.askSelection": (given) => asking.askAbout(given),
    "ragtui.findSources": (given) => findSources(server, given),
    "ragtui.insertCitation": (given) => cite(server, given),
    "ragtui.summarise": (given) => summarise(server, given),
    "ragtui.backlinks": showReferences,
  };
  const commands: Record<string, () => unknown> = {
    "ragtui.searchNotes": () => search(server),
    "ragtui.askQuestion": () => asking.ask(),
    "ragtui.askAboutSelection": () => asking.askAbout(),
    "ragtui.showRelated": () => vscode.commands.executeCommand("ragtui.related.focus"),
    "ragtui.citeSource": () => cite(server),
    "ragtui.verifyCitations": () => verify(server),
    "ragtui.showStatus": () => showStatus(server),
    "ragtui.restartServer": () => server.restart(),
    "ragtui.showLog": () => server.log.show(),
    "ragtui.installServer": () => openWalkthrough(context),
  };
  context.subscriptions.push(
    server,
    asking,
    new RelatedNotes(server),
    new StatusItem(server),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(SECTION)) void server.restart();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void server.restart()),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, guarded(run))),
  );
  if (!context.globalState.get(GREETED)) {
    await context.globalState.update(GREETED, true);
    void openWalkthrough(context);
  }
  void server.start(); // Commands that need it wait for it.
  return { server };
}

/** What goes wrong in a command is a sentence on the screen. */
function guarded(run: () => unknown): () => Promise<void> {
  return async () => {
    try {
      await run();
    } catch (error) {
      if (error instanceof NoServer || error instanceof vscode.CancellationError) return;
      void vscode.window.showErrorMessage(`ragtui: ${messageOf(error)}`);
    }
  };
}

/** The references of a heading, in the editor's own view of them. */
async function showReferences(given: At): Promise<void> {
  const uri = vscode.Uri.parse(given.textDocument.uri, true);
  const position = new vscode.Position(given.position.line, given.position.character);
  const found = await vscode.commands.executeCommand<vscode.Location[]>(
    "vscode.executeReferenceProvider",
    uri,
    position,
  );
  await vscode.commands.executeCommand("editor.action.showReferences", uri, position, found);
}

async function openWalkthrough(context: vscode.ExtensionContext): Promise<void> {
  const id = `${context.extension.id}#${WALKTHROUGH}`;
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", id, false);
}
