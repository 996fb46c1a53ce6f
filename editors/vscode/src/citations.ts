// Quotations in notes: put one in, check those that are there, summarise with them.

import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import { PlaceList, type Row } from "./picking";
import { open, say, selectedNow, startOf, unmark } from "./places";
import type { Checked, Selected } from "./protocol";
import { chooseSource } from "./search";
import type { Server } from "./server";
import { label } from "./shown";

/** Quote a source of the selection below it; the person chooses which. */
export async function cite(server: Server, selected = selectedNow()): Promise<void> {
  if (!selected) return;
  const chosen = await chooseSource(server, selected, "Insert a citation of…");
  if (!chosen) return;
  const given = { ...selected, index: chosen.number };
  const { edit } = await server.request<{ edit: WorkspaceEdit }>("ragtui/insertCitation", given);
  unmark();
  await server.apply(withoutPreview(edit)); // The person has seen it already.
}

function withoutPreview(edit: WorkspaceEdit): WorkspaceEdit {
  for (const change of edit.documentChanges ?? []) {
    for (const each of "edits" in change ? change.edits : []) {
      if ("annotationId" in each) delete each.annotationId;
    }
  }
  return { ...edit, changeAnnotations: undefined };
}

/** Walk through what says the same as a selection. */
export async function findSources(server: Server, selected: Selected): Promise<void> {
  const chosen = await chooseSource(server, selected, "Sources of the selection");
  if (chosen) await open(startOf(chosen.place), chosen.beside);
}

/** Put a summary below the selection, which the person looks at first. */
export async function summarise(server: Server, selected: Selected): Promise<void> {
  const found = server.shown<{ edit: WorkspaceEdit }>("summarising", "ragtui/summarise", selected);
  await server.apply((await found).edit);
}

/** Check the citations of the note at hand, and walk through them. */
export async function verify(server: Server): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "markdown") return say("open a note to check its citations.");
  const uri = document.uri.toString();
  const given = { textDocument: { uri } };
  const { citations } = await server.request<{ citations: Checked[] }>("ragtui/verify", given);
  if (!citations.length) return say("this note quotes nothing yet.");
  const bad = citations.filter((each) => !each.verified).length;
  const outcome = bad ? `${bad} of ${citations.length} do not hold` : "All of them hold";
  const list = new PlaceList(`Citations: ${outcome}`, "Enter goes to the citation");
  list.fill(citations.map((each) => rowOf(each, uri)));
  const chosen = await list.choose();
  if (chosen) await open(chosen.place);
}

function rowOf({ range, verified, message, quote, path }: Checked, uri: string): Row {
  return {
    label: `${verified ? "$(pass)" : "$(warning)"} ${label(message)}`,
    description: `line ${range.start.line + 1}`,
    detail: label(`“${quote.replace(/\s+/g, " ")}” — ${path}`),
    place: { uri, range },
  };
}
