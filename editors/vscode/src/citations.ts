// Quotations in notes: put one in, check those that are there, summarise with them.

import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import { open, Preview, plain, startOf } from "./places";
import type { Checked, Selected } from "./protocol";
import { chooseSource } from "./search";
import type { Server } from "./server";
import { label } from "./shown";

/** Quote a source of the selection below it; the person chooses which. */
export async function cite(server: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return say("mark the words that want a source.");
  const { document, selection } = editor;
  const range = selection.isEmpty ? document.lineAt(selection.active).range : selection;
  if (!document.getText(range).trim()) return say("mark the words that want a source.");
  await citeFor(server, { textDocument: { uri: `${document.uri}` }, range: plain(range) });
}

export async function citeFor(server: Server, selected: Selected): Promise<void> {
  const chosen = await chooseSource(server, selected, "Insert a citation of…");
  if (!chosen) return;
  const given = { ...selected, index: chosen.index };
  const made = await server.request<{ edit: WorkspaceEdit }>("ragtui/insertCitation", given);
  await server.apply(withoutPreview(made.edit)); // The person has seen it already.
}

/** Walk through what says the same as a selection. */
export async function findSources(server: Server, selected: Selected): Promise<void> {
  const chosen = await chooseSource(server, selected, "Sources of the selection");
  if (chosen) await open(startOf(chosen.hit), chosen.beside);
}

/** Put a summary below the selection, which the person looks at first. */
export async function summarise(server: Server, selected: Selected): Promise<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: "ragtui: summarising",
    cancellable: true,
  };
  const made = await vscode.window.withProgress(options, (_, cancel) =>
    server.request<{ edit: WorkspaceEdit }>("ragtui/summarise", selected, cancel),
  );
  await server.apply(made.edit);
}

interface Row extends vscode.QuickPickItem {
  checked: Checked;
}

/** Check the citations of the note at hand, and walk through them. */
export async function verify(server: Server): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "markdown") return say("open a note to check its citations.");
  const uri = document.uri.toString();
  const given = { textDocument: { uri } };
  const { citations } = await server.request<{ citations: Checked[] }>("ragtui/verify", given);
  if (!citations.length) return say("this note quotes nothing yet.");
  const preview = new Preview();
  const bad = citations.filter((each) => !each.verified).length;
  const title = bad ? `${bad} of ${citations.length} do not hold` : "All of them hold";
  const rows = citations.map(rowOf);
  const chosen = await vscode.window.showQuickPick(rows, {
    title: `Citations: ${title}`,
    matchOnDetail: true,
    onDidSelectItem: (row: Row) => void preview.show({ uri, range: row.checked.range }),
  });
  if (chosen) await open({ uri, range: chosen.checked.range });
  else await preview.restore();
  preview.dispose();
}

function rowOf(checked: Checked): Row {
  return {
    label: `${checked.verified ? "$(pass)" : "$(warning)"} ${label(checked.message)}`,
    description: `line ${checked.range.start.line + 1}`,
    detail: label(`“${checked.quote.replace(/\s+/g, " ")}” — ${checked.path}`),
    checked,
  };
}

function withoutPreview(edit: WorkspaceEdit): WorkspaceEdit {
  for (const change of edit.documentChanges ?? []) {
    if (!("edits" in change)) continue;
    for (const each of change.edits) if ("annotationId" in each) delete each.annotationId;
  }
  return { ...edit, changeAnnotations: undefined };
}

function say(text: string): void {
  void vscode.window.showInformationMessage(`ragtui: ${text}`);
}
