// The view of notes that are about the same as the one at hand.

import * as vscode from "vscode";
import type { RelatedNote } from "./protocol";
import type { Server } from "./server";
import { visible } from "./shown";

const VIEW = "ragtui.related";

/** After a change, before the server is asked again (milliseconds). */
const PAUSE = 300;

export class RelatedNotes implements vscode.TreeDataProvider<RelatedNote>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly listeners: vscode.Disposable;
  private timer: NodeJS.Timeout | undefined;
  private note: vscode.TextDocument | undefined;

  constructor(private readonly server: Server) {
    this.listeners = vscode.Disposable.from(
      vscode.window.createTreeView(VIEW, { treeDataProvider: this }),
      vscode.window.onDidChangeActiveTextEditor(() => this.follow()),
      server.onIndexChanged(() => this.soon()),
      server.onState(() => this.soon()),
    );
    this.follow();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listeners.dispose();
  }

  async getChildren(parent?: RelatedNote): Promise<RelatedNote[]> {
    if (parent || !this.note || this.server.state !== "running") return [];
    const given = { textDocument: { uri: this.note.uri.toString() } };
    try {
      return (await this.server.request<{ notes: RelatedNote[] }>("ragtui/related", given)).notes;
    } catch (error) {
      this.server.log.warn(`Related notes: ${error}`);
      return [];
    }
  }

  getTreeItem(note: RelatedNote): vscode.TreeItem {
    const item = new vscode.TreeItem(visible(note.title));
    item.id = note.uri;
    item.description = `${note.score.toFixed(2)}  ${note.path}`;
    item.tooltip = visible([note.path, note.summary, note.why].filter(Boolean).join("\n\n"));
    item.iconPath = vscode.ThemeIcon.File;
    item.resourceUri = vscode.Uri.parse(note.uri, true);
    item.command = { command: "vscode.open", title: "Open", arguments: [item.resourceUri] };
    return item;
  }

  private follow(): void {
    const document = vscode.window.activeTextEditor?.document;
    // A page or a list that has the focus changes nothing.
    if (document === this.note || (!document && vscode.window.visibleTextEditors.length)) return;
    this.note = document?.languageId === "markdown" ? document : undefined;
    void vscode.commands.executeCommand("setContext", "ragtui.note", this.note !== undefined);
    this.soon();
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.changed.fire(), PAUSE);
  }
}
