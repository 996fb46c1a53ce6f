// Opens places, and shows them for a moment while a list is walked through.

import * as vscode from "vscode";
import type { Range } from "vscode-languageclient/node";

export interface Location {
  uri: string;
  range: Range;
}

export function asRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** A range as the server takes it; VS Code's own becomes a list of two on the way. */
export function plain({ start, end }: Range): Range {
  const [from, to] = [start, end].map(({ line, character }) => ({ line, character }));
  return { start: from, end: to } as Range;
}

/** Open a file with a span selected, beside what is shown if `beside`. */
export async function open(place: Location, beside = false): Promise<vscode.TextEditor> {
  const column = beside ? vscode.ViewColumn.Beside : columnOfText();
  const uri = vscode.Uri.parse(place.uri, true);
  const editor = await vscode.window.showTextDocument(uri, { viewColumn: column });
  const range = editor.document.validateRange(asRange(place.range));
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}

/** Where texts are edited: a page such as the answer's does not give way to them. */
function columnOfText(): vscode.ViewColumn {
  if (vscode.window.activeTextEditor) return vscode.ViewColumn.Active;
  const shown = vscode.window.visibleTextEditors.find((each) => each.viewColumn);
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
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.findMatchForeground"),
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
    const shown = this.latest;
    this.latest = undefined;
    if (!shown) return;
    const opened = allTabs().filter((tab) => tab.isPreview && !this.before.has(keyOf(tab)));
    if (this.origin && this.selection) {
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

/** A place with nothing selected: what is typed there replaces nothing. */
export function startOf(place: Location): Location {
  return { ...place, range: { start: place.range.start, end: place.range.start } };
}
