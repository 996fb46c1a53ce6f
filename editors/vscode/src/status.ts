// The item in the status bar, and the list that a click on it opens.

import * as vscode from "vscode";
import type { VaultStatus } from "./protocol";
import type { Server } from "./server";
import { label } from "./shown";

/** After a change, before the server is asked again (milliseconds). */
const PAUSE = 300;

interface Status {
  vaults: VaultStatus[];
  version: string;
}

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("ragtui", vscode.StatusBarAlignment.Right, 100);
  private readonly listeners: vscode.Disposable;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: Server) {
    this.item.name = "ragtui";
    this.item.command = "ragtui.showStatus";
    this.item.show();
    this.listeners = vscode.Disposable.from(
      this.item,
      server.onState(() => this.draw()),
      server.onIndexChanged(() => this.soon()),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.soon()),
    );
    this.draw();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listeners.dispose();
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), PAUSE);
  }

  private draw(): void {
    const { state, reason } = this.server;
    if (state === "running") return this.soon();
    if (state === "starting") return this.set("$(loading~spin) ragtui", "ragtui starts");
    this.set("$(error) ragtui", reason || "ragtui is stopped", "error");
  }

  private async ask(): Promise<void> {
    if (this.server.state !== "running") return;
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    try {
      const { vaults } = await this.server.request<Status>("ragtui/status", { uri });
      if (this.server.state === "running") this.show(vaults[0]);
    } catch (error) {
      this.set("$(warning) ragtui", String(error), "warning");
    }
  }

  private show(vault: VaultStatus | undefined): void {
    if (!vault) return this.set("$(book) ragtui", "No vault: open a folder of notes.");
    const icon = vault.message ? "$(warning)" : vault.indexing ? "$(sync~spin)" : "$(book)";
    const text = `${vault.message || coverage(vault)}\n${vault.root}`;
    this.set(`${icon} ragtui ${percent(vault)}`, text, vault.message ? "warning" : undefined);
  }

  private set(text: string, tooltip: string, kind?: "warning" | "error"): void {
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.backgroundColor = kind && new vscode.ThemeColor(`statusBarItem.${kind}Background`);
  }
}

function percent({ share }: VaultStatus): string {
  return `${Math.floor(100 * share)} %`;
}

function coverage({ documents, chunks, embedded }: VaultStatus): string {
  return `${documents} notes; ${embedded} of ${chunks} passages searchable by meaning`;
}

interface Row extends vscode.QuickPickItem {
  act?: () => unknown;
}

/** A list of what is indexed, by whom, and why not, with what can be done. */
export async function showStatus(server: Server): Promise<void> {
  const rows: Row[] = [];
  let title = "ragtui";
  if (server.state === "running") {
    const { vaults, version } = await server.request<Status>("ragtui/status", {});
    title = `ragtui ${version}`;
    rows.push(...vaults.flatMap((vault) => rowsOf(vault, server)));
  } else {
    rows.push({ label: `$(error) ${label(server.reason)}` });
    rows.push(command("$(question) How to install the server", "ragtui.installServer"));
  }
  rows.push({ label: "", kind: vscode.QuickPickItemKind.Separator });
  rows.push(command("$(debug-restart) Restart the server", "ragtui.restartServer"));
  rows.push(command("$(output) Show the log", "ragtui.showLog"));
  const chosen = await vscode.window.showQuickPick(rows, { title });
  await chosen?.act?.();
}

function command(text: string, name: string): Row {
  return { label: text, act: () => vscode.commands.executeCommand(name) };
}

function rowsOf(vault: VaultStatus, server: Server): Row[] {
  const root = vscode.Uri.file(vault.root);
  const by = vault.watching ? "kept true by this editor" : "kept true by another program, or nobody";
  const again = () => server.shown("indexing", "ragtui/reindex", { uri: `${root}` });
  const skipped = vault.skipped.map(({ path, reason }) => ({
    label: `$(circle-slash) ${label(path)}`,
    description: label(reason),
    act: () => vscode.window.showTextDocument(vscode.Uri.joinPath(root, path)),
  }));
  return [
    { label: vault.root, kind: vscode.QuickPickItemKind.Separator },
    ...(vault.message ? [{ label: `$(warning) ${label(vault.message)}` }] : []),
    { label: `$(book) ${coverage(vault)}`, description: percent(vault) },
    { label: `$(comment-discussion) Answers: ${vault.provider || "nobody"}` },
    {
      label: `$(database) The index is ${vault.indexing ? "being made" : by}`,
      description: vault.index_path,
    },
    ...skipped,
    { label: "$(refresh) Index again", act: again },
  ];
}
