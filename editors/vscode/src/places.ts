// Opens and previews locations, and reads the selection.

import * as vscode from "vscode";
import type { Location, Selected } from "./protocol";

/** How far from the middle of the editor a previewed passage begins (lines). */
const BELOW_MIDDLE = 3;

export function asRange({ start, end }: Location["range"]): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** The uri of what is edited. */
export const uriHere = () => vscode.window.activeTextEditor?.document.uri.toString();

/** The selection, or the current line; warns if it is empty. */
export function selectedNow(): Selected | undefined {
  const editor = vscode.window.activeTextEditor;
  const line = editor?.document.lineAt(editor.selection.active).range;
  const range = editor?.selection.isEmpty ? line : editor?.selection;
  if (!editor || !range || !editor.document.getText(range).trim()) {
    warn("select some text first.");
    return undefined;
  }
  return placeOf(editor.document, range);
}

/** A range of a document, with its text if the server does not follow it. */
export function placeOf(document: vscode.TextDocument, { start, end }: vscode.Range): Selected {
  const text = document.languageId === "markdown" ? undefined : document.getText();
  return {
    textDocument: { uri: `${document.uri}`, text },
    range: { start: plain(start), end: plain(end) },
  };
}

/** VS Code's own positions do not become those of the protocol on the way to the server. */
function plain({ line, character }: vscode.Position): Location["range"]["start"] {
  return { line, character };
}

export function warn(text: string): void {
  void vscode.window.showInformationMessage(`ragtui: ${text}`);
}

/** Open a file with a span selected, or with the cursor where it begins. */
export async function open({ uri, range }: Location, select = true): Promise<vscode.TextEditor> {
  const { start, end } = asRange(range);
  const selection = new vscode.Range(start, select ? end : start);
  return vscode.window.showTextDocument(await documentAt(uri), { viewColumn: columnOfText(), selection });
}

/** A note, or the text of a file that is not text, which the server gives as Markdown. */
async function documentAt(uri: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
  return vscode.languages.setTextDocumentLanguage(document, "markdown");
}

/** Clear the selection, which would extend over text inserted below it. */
export function unmark(editor = vscode.window.activeTextEditor): void {
  if (editor) editor.selection = new vscode.Selection(editor.selection.end, editor.selection.end);
}

/** The view column of text editors, beside pages such as the answer's. */
function columnOfText(): vscode.ViewColumn {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const shown = [activeTextEditor, ...visibleTextEditors].find((each) => each?.viewColumn);
  return shown?.viewColumn ?? vscode.ViewColumn.One;
}

/** Previews locations while the user chooses, and restores the previous view. */
export class Preview {
  private readonly origin = vscode.window.activeTextEditor;
  private readonly visible = this.origin?.visibleRanges[0];
  private readonly before = new Set(allTabs().map(keyOf));
  private readonly mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
  });
  private latest: Location | undefined;

  /** Show a location; a later request takes precedence. */
  async show(place: Location): Promise<void> {
    this.latest = place;
    const document = await documentAt(place.uri);
    if (this.latest !== place) return;
    const options = { preview: true, preserveFocus: true, viewColumn: columnOfText() };
    const editor = await vscode.window.showTextDocument(document, options);
    if (this.latest !== place) return;
    editor.setDecorations(this.mark, [asRange(place.range)]);
    // The list hides the upper half: the passage begins a little below the middle.
    const middle = new vscode.Position(Math.max(0, place.range.start.line - BELOW_MIDDLE), 0);
    editor.revealRange(new vscode.Range(middle, middle), vscode.TextEditorRevealType.InCenter);
  }

  /** Restore the previous view. */
  async end(): Promise<void> {
    this.mark.dispose();
    if (!this.latest) return;
    this.latest = undefined;
    if (this.origin) {
      const { document, viewColumn } = this.origin;
      const editor = await vscode.window.showTextDocument(document, viewColumn);
      if (this.visible) editor.revealRange(this.visible, vscode.TextEditorRevealType.AtTop);
    }
    const opened = allTabs().filter((tab) => tab.isPreview && !this.before.has(keyOf(tab)));
    await vscode.window.tabGroups.close(opened);
  }
}

function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

function keyOf(tab: vscode.Tab): string {
  return tab.input instanceof vscode.TabInputText ? `${tab.input.uri}` : tab.label;
}
