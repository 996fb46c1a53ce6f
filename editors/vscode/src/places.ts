// Opens places, shows them for a moment, and tells what is selected.

import * as vscode from "vscode";
import type { Location, Selected } from "./protocol";

export function asRange({ start, end }: Location["range"]): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** What is selected, or the line of the cursor; says so if that is nothing. */
export function selectedNow(): Selected | undefined {
  const editor = vscode.window.activeTextEditor;
  const line = editor?.document.lineAt(editor.selection.active).range;
  const range = editor?.selection.isEmpty ? line : editor?.selection;
  if (!editor || !range || !editor.document.getText(range).trim()) {
    say("mark some text first.");
    return undefined;
  }
  // VS Code's own ranges become lists of two on the way to the server.
  const [start, end] = [range.start, range.end].map(({ line, character }) => ({ line, character }));
  return { textDocument: { uri: `${editor.document.uri}` }, range: { start, end } as Selected["range"] };
}

export function say(text: string): void {
  void vscode.window.showInformationMessage(`ragtui: ${text}`);
}

/** Open a file with a span selected. */
export async function open(place: Location, beside = false): Promise<vscode.TextEditor> {
  const viewColumn = beside ? vscode.ViewColumn.Beside : columnOfText();
  const editor = await vscode.window.showTextDocument(vscode.Uri.parse(place.uri, true), { viewColumn });
  const range = editor.document.validateRange(asRange(place.range));
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}

/** Let nothing be selected: the mark would grow over what is put in below it. */
export function unmark(editor = vscode.window.activeTextEditor): void {
  if (editor) editor.selection = new vscode.Selection(editor.selection.end, editor.selection.end);
}

/** A place with nothing selected: what is typed there replaces nothing. */
export function startOf({ uri, range }: Location): Location {
  return { uri, range: { start: range.start, end: range.start } };
}

/** Where texts are edited: a page such as the answer's does not give way to them. */
function columnOfText(): vscode.ViewColumn {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const shown = [activeTextEditor, ...visibleTextEditors].find((each) => each?.viewColumn);
  return shown?.viewColumn ?? vscode.ViewColumn.One;
}

/** Shows places while the person chooses, and brings back what was there before. */
export class Preview implements vscode.Disposable {
  private readonly origin = vscode.window.activeTextEditor;
  private readonly selection = this.origin?.selection;
  private readonly visible = this.origin?.visibleRanges[0];
  private readonly before = new Set(allTabs().map(keyOf));
  private readonly mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
  });
  private latest: Location | undefined;

  /** Show a place; one that is asked for later goes before. */
  async show(place: Location): Promise<void> {
    this.latest = place;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri, true));
    if (this.latest !== place) return;
    const options = { preview: true, preserveFocus: true, viewColumn: columnOfText() };
    const editor = await vscode.window.showTextDocument(document, options);
    if (this.latest !== place) return;
    const range = document.validateRange(asRange(place.range));
    editor.setDecorations(this.mark, [range]);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Go back to what was there before. */
  async restore(): Promise<void> {
    if (!this.latest) return;
    this.latest = undefined;
    const opened = allTabs().filter((tab) => tab.isPreview && !this.before.has(keyOf(tab)));
    if (this.origin) {
      const { document, viewColumn } = this.origin;
      const options = { viewColumn, selection: this.selection };
      const editor = await vscode.window.showTextDocument(document, options);
      if (this.visible) editor.revealRange(this.visible, vscode.TextEditorRevealType.AtTop);
    }
    await vscode.window.tabGroups.close(opened.filter((tab) => allTabs().includes(tab)));
  }

  dispose(): void {
    this.latest = undefined;
    this.mark.dispose();
  }
}

function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

function keyOf(tab: vscode.Tab): string {
  return tab.input instanceof vscode.TabInputText ? `${tab.input.uri}` : tab.label;
}
