// The view of notes related to the current one.

import * as vscode from "vscode";
import type { RelatedNote } from "./protocol";
import type { Server } from "./server";
import { visible } from "./shown";

export class RelatedNotes implements vscode.TreeDataProvider<RelatedNote> {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private note: vscode.TextDocument | undefined;

  constructor(private readonly server: Server) {}

  /** Show the notes related to a document, if that is a note. */
  refresh(document: vscode.TextDocument | undefined): void {
    this.note = document?.languageId === "markdown" ? document : undefined;
    void vscode.commands.executeCommand("setContext", "ragtui.note", this.note !== undefined);
    this.changed.fire();
  }

  async getChildren(parent?: RelatedNote): Promise<RelatedNote[]> {
    if (parent || !this.note || this.server.state !== "running") return [];
    const args = { textDocument: { uri: this.note.uri.toString() } };
    try {
      return (await this.server.request<{ notes: RelatedNote[] }>("ragtui/related", args)).notes;
    } catch (error) {
      this.server.log.warn(`Related notes: ${error}`);
      return [];
    }
  }

  getTreeItem(note: RelatedNote): vscode.TreeItem {
    const item = new vscode.TreeItem(visible(note.title));
    item.id = note.uri;
    item.description = visible(note.path);
    item.tooltip = visible([note.path, note.summary, note.why].filter(Boolean).join("\n\n"));
    item.iconPath = vscode.ThemeIcon.File;
    item.resourceUri = vscode.Uri.parse(note.uri, true);
    item.command = { command: "vscode.open", title: "Open", arguments: [item.resourceUri] };
    return item;
  }
}
