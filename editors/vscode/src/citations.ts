// Quotations in notes: insert and check.

import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import { PlaceList, type Row } from "./picking";
import { open, selectedNow, unmark, warn } from "./places";
import type { Quotation, Verified } from "./protocol";
import { chooseSource } from "./search";
import type { Server } from "./server";
import { label } from "./shown";

/** Quote a source of the selection below it; the user chooses which. */
export async function cite(server: Server, selected = selectedNow()): Promise<void> {
  if (!selected) return;
  const chosen = await chooseSource(server, selected, "Insert a citation of…");
  if (!chosen) return;
  const args = { ...selected, index: chosen.number };
  const { edit } = await server.request<{ edit: WorkspaceEdit }>("ragtui/insertCitation", args);
  unmark();
  await server.apply(edit);
}

/** Check the citations of the current note, and list them. */
export async function verify(server: Server): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "markdown") return warn("open a note to check its citations.");
  const uri = document.uri.toString();
  const args = { textDocument: { uri } };
  const { citations, summary } = await server.request<Verified>("ragtui/verify", args);
  if (!citations.length) return warn(summary);
  const list = new PlaceList(`Citations: ${summary}`, "Enter goes to the citation");
  list.fill(citations.map((each) => rowOf(each, uri)));
  const chosen = await list.choose();
  if (chosen) await open(chosen.place);
}

function rowOf({ range, verified, message, quote, path }: Quotation, uri: string): Row {
  return {
    label: `${verified ? "$(pass)" : "$(warning)"} ${label(message)}`,
    description: `line ${range.start.line + 1}`,
    detail: label(`“${quote.replace(/\s+/g, " ")}” — ${path}`),
    place: { uri, range },
  };
}
