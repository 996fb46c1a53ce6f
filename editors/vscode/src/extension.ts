// Wires the parts together: commands, views, the server and its settings.

import * as vscode from "vscode";
import { answered, contributions } from "./agents";
import { Asking } from "./answers/asking";
import { cite, verify } from "./citations";
import type { Selected } from "./protocol";
import { findSources, search } from "./search";
import { messageOf, NoServer, Server } from "./server";
import { SECTION } from "./settings";
import { showStatus } from "./status";
import { shownStatus } from "./views";

/** What the tests of the extension use. */
export interface Exports {
  server: Server;
  answered: typeof answered;
}

export async function activate(context: vscode.ExtensionContext): Promise<Exports> {
  const server = new Server((command, args, next) => {
    const show = shownHere[command];
    if (!show) return next(command, args);
    // Without `show` and `apply`, which would make the server do it as well.
    const { textDocument, range }: Selected = args[0];
    return guarded(() => show({ textDocument, range }))();
  });
  const asking = new Asking(server, context.extensionUri);
  /** Commands of code actions whose outcome is shown by this client. */
  const shownHere: Record<string, (args: Selected) => Promise<void>> = {
    "ragtui.askSelection": (args) => asking.askAbout(args),
    "ragtui.findSources": (args) => findSources(server, args),
    "ragtui.insertCitation": (args) => cite(server, args),
  };
  const readme = () => vscode.commands.executeCommand("extension.open", context.extension.id);
  const commands: Record<string, () => unknown> = {
    "ragtui.searchNotes": () => search(server),
    "ragtui.askQuestion": () => asking.ask(),
    "ragtui.askAboutSelection": () => asking.askAbout(),
    "ragtui.citeSource": () => cite(server),
    "ragtui.verifyCitations": () => verify(server),
    "ragtui.showStatus": () => showStatus(server),
    "ragtui.restartServer": () => server.restart(),
    "ragtui.showLog": () => server.log.show(),
    "ragtui.installServer": readme,
  };
  context.subscriptions.push(
    server,
    asking,
    shownStatus(server),
    ...contributions(server),
    vscode.workspace.onDidChangeConfiguration((change) => {
      // Its other settings the server asks for when it hears of a change.
      if (change.affectsConfiguration(`${SECTION}.server`)) void server.restart();
    }),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, guarded(run))),
  );
  void server.start(); // Commands wait for it.
  return { server, answered };
}

/** Errors of a command are shown as messages. */
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
