// The item in the status bar, and the list that a click on it opens.

import * as vscode from "vscode";
import type { VaultStatus } from "./protocol";
import type { Server } from "./server";
import { label } from "./shown";

interface Status {
  vaults: VaultStatus[];
  version: string;
}

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("ragtui", vscode.StatusBarAlignment.Right, 100);

  constructor(private readonly server: Server) {
    this.item.name = "ragtui";
    this.item.command = "ragtui.showStatus";
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }

  /** Show the server's state, or the coverage of a document's vault. */
  async refresh(document: vscode.TextDocument | undefined): Promise<void> {
    const { state, reason } = this.server;
    if (state === "starting") return this.set("$(loading~spin) ragtui", "ragtui is starting");
    if (state !== "running") return this.set("$(error) ragtui", reason || "ragtui is stopped", "error");
    try {
      const args = { uri: document?.uri.toString() };
      const { vaults } = await this.server.request<Status>("ragtui/status", args);
      if (this.server.state === "running") this.show(vaults[0]);
    } catch (error) {
      this.set("$(warning) ragtui", String(error), "warning");
    }
  }

  private show(vault: VaultStatus | undefined): void {
    if (!vault) return this.set("$(book) ragtui", "No vault: open a folder of notes.");
    if (isUnindexed(vault))
      return this.set("$(question) ragtui: not indexed", `${vault.summary}\n${vault.root}`);
    const icon = vault.message ? "$(warning)" : vault.indexing ? "$(sync~spin)" : "$(book)";
    const text = `${vault.message || vault.summary}\n${vault.root}`;
    this.set(`${icon} ragtui ${percent(vault)}`, text, vault.message ? "warning" : undefined);
  }

  private set(text: string, tooltip: string, kind?: "warning" | "error"): void {
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.backgroundColor = kind && new vscode.ThemeColor(`statusBarItem.${kind}Background`);
  }
}

/** Whether the user has not yet agreed to an index; the question hides after a while. */
function isUnindexed({ state, message }: VaultStatus): boolean {
  return state === "not_indexed" && !message;
}

function percent({ share }: VaultStatus): string {
  return `${Math.floor(100 * share)} %`;
}

interface Row extends vscode.QuickPickItem {
  act?: () => unknown;
}

/** A list of the index state, problems and actions. */
export async function showStatus(server: Server): Promise<void> {
  const rows: Row[] = [];
  let title = "ragtui";
  if (server.state === "running") {
    const { vaults, version } = await server.request<Status>("ragtui/status", {});
    title = `ragtui ${version}`;
    rows.push(...vaults.flatMap((vault) => rowsOf(vault, server)));
  } else {
    rows.push({ label: `$(error) ${label(server.reason)}` });
    const install = () => vscode.commands.executeCommand("ragtui.installServer");
    rows.push({ label: "$(question) How to install the server", act: install });
  }
  rows.push({ label: "", kind: vscode.QuickPickItemKind.Separator });
  rows.push({ label: "$(debug-restart) Restart the server", act: () => server.restart() });
  rows.push({ label: "$(output) Show the log", act: () => server.log.show() });
  const chosen = await vscode.window.showQuickPick(rows, { title });
  await chosen?.act?.();
}

function rowsOf(vault: VaultStatus, server: Server): Row[] {
  const root = vscode.Uri.file(vault.root);
  const skipped = vault.skipped.map(({ path, reason }) => ({
    label: `$(circle-slash) ${label(path)}`,
    description: label(reason),
    act: () => vscode.window.showTextDocument(vscode.Uri.joinPath(root, path)),
  }));
  return [
    { label: vault.root, kind: vscode.QuickPickItemKind.Separator },
    { label: `$(book) ${label(vault.summary)}`, description: percent(vault) },
    ...vault.facts.map((fact) => ({ label: `$(info) ${label(fact)}` })),
    ...skipped,
    {
      label: isUnindexed(vault) ? "$(refresh) Index this folder" : "$(refresh) Index again",
      act: () => server.shown("indexing", "ragtui/reindex", { uri: `${root}` }),
    },
  ];
}
