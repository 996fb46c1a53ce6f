// The item in the status bar, and the list that a click on it opens.

import * as vscode from "vscode";
import type { Status, VaultStatus } from "./protocol";
import type { Server } from "./server";
import { label } from "./shown";

/** After a change, before the server is asked again (milliseconds). */
const PAUSE = 300;

export class StatusItem implements vscode.Disposable {
  readonly item = vscode.window.createStatusBarItem(
    "ragtui.status",
    vscode.StatusBarAlignment.Right,
    100,
  );
  private readonly listeners: vscode.Disposable;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: Server) {
    this.item.name = "ragtui";
    this.item.command = "ragtui.showStatus";
    this.item.show();
    this.listeners = vscode.Disposable.from(
      server.onState(() => this.draw()),
      server.onIndexChanged(() => this.soon()),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.soon()),
    );
    this.draw();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listeners.dispose();
    this.item.dispose();
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), PAUSE);
  }

  private draw(): void {
    const { state, reason } = this.server;
    if (state === "running") return this.soon();
    const icon = state === "starting" ? "$(loading~spin)" : "$(error)";
    this.set(
      `${icon} ragtui`,
      state === "starting" ? "ragtui starts" : reason,
      state === "missing",
    );
  }

  private async ask(): Promise<void> {
    if (this.server.state !== "running") return;
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    try {
      const given = uri ? { uri } : {};
      const { vaults } = await this.server.request<Status>("ragtui/status", given);
      if (this.server.state === "running") this.show(vaults[0]);
    } catch (error) {
      this.server.log.warn(`Status: ${error}`);
      this.set("$(warning) ragtui", String(error), true);
    }
  }

  private show(vault: VaultStatus | undefined): void {
    if (!vault) return this.set("$(book) ragtui", "No vault: open a folder of notes.", false);
    const share = `${Math.floor(100 * vault.share)} %`;
    const icon = vault.message ? "$(warning)" : vault.indexing ? "$(sync~spin)" : "$(book)";
    const text = vault.message ? `ragtui: ${vault.message}` : coverage(vault);
    this.set(`${icon} ragtui ${share}`, `${text}\n${vault.root}`, Boolean(vault.message));
  }

  private set(text: string, tooltip: string, warning: boolean): void {
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label: `ragtui: ${tooltip}` };
    this.item.backgroundColor = warning
      ? new vscode.ThemeColor("statusBarItem.warningBackground")
      : undefined;
  }
}

function coverage(vault: VaultStatus): string {
  const { documents, chunks, embedded } = vault;
  return `${documents} notes; ${embedded} of ${chunks} passages searchable by meaning`;
}

interface Row extends vscode.QuickPickItem {
  act?: () => unknown;
}

/** A list of what is indexed, by whom, and why not, with what can be done. */
export async function showStatus(server: Server): Promise<void> {
  if (server.state !== "running") await server.start();
  const running = server.state === "running";
  const status = running ? await server.request<Status>("ragtui/status", {}) : undefined;
  const rows = (status?.vaults ?? []).flatMap((vault) => rowsOf(vault, server));
  if (!running) rows.push({ label: `$(error) ${label(server.reason)}` });
  const title = status ? `ragtui ${status.version}` : "ragtui";
  const chosen = await vscode.window.showQuickPick([...rows, ...actions()], { title });
  await chosen?.act?.();
}

function rowsOf(vault: VaultStatus, server: Server): Row[] {
  const by = vault.watching
    ? "kept true by this editor"
    : "kept true by another program, or nobody";
  const share = Math.floor(100 * vault.share);
  const skipped = vault.skipped.map((each): Row => {
    const file = vscode.Uri.joinPath(vscode.Uri.file(vault.root), each.path);
    const act = () => vscode.window.showTextDocument(file);
    return { label: `$(circle-slash) ${label(each.path)}`, description: label(each.reason), act };
  });
  const faults: Row[] = vault.message ? [{ label: `$(warning) ${label(vault.message)}` }] : [];
  return [
    { label: vault.root, kind: vscode.QuickPickItemKind.Separator },
    ...faults,
    { label: `$(book) ${coverage(vault)}`, description: `${share} %` },
    { label: `$(comment-discussion) Answers: ${vault.provider || "nobody"}` },
    {
      label: `$(database) The index is ${vault.indexing ? "being made" : by}`,
      description: vault.index_path,
    },
    ...skipped,
    {
      label: "$(refresh) Index again",
      act: () => reindex(server, vault),
    },
  ];
}

function actions(): Row[] {
  const command = (name: string) => () => vscode.commands.executeCommand(name);
  return [
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    { label: "$(debug-restart) Restart the server", act: command("ragtui.restartServer") },
    { label: "$(output) Show the log", act: command("ragtui.showLog") },
  ];
}

async function reindex(server: Server, vault: VaultStatus): Promise<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: "ragtui: indexing",
    cancellable: true,
  };
  const uri = vscode.Uri.file(vault.root).toString();
  const done = await vscode.window.withProgress(options, (_, cancel) =>
    server.request<{ documents: number; seconds: number }>("ragtui/reindex", { uri }, cancel),
  );
  const text = `ragtui: ${done.documents} notes in ${done.seconds.toFixed(1)} s`;
  vscode.window.setStatusBarMessage(text, 5000);
}
