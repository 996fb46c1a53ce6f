// Search: results as the user types, and sources of a selection.

import * as vscode from "vscode";
import { type Chosen, PlaceList, rowsOf } from "./picking";
import { open, uriHere } from "./places";
import type { Found, Selected } from "./protocol";
import type { Server } from "./server";

/** Search the notes and open what is chosen. */
export async function search(server: Server): Promise<void> {
  const uri = uriHere();
  const hint = 'Words or a question; "exact phrase", -not, tag:, folder:, after:7d';
  const list = new PlaceList("Search your notes", hint);
  let cancel = new vscode.CancellationTokenSource();
  list.pick.onDidChangeValue(async (query) => {
    cancel.cancel(); // Only the latest request counts.
    cancel = new vscode.CancellationTokenSource();
    const { token } = cancel;
    if (!query.trim()) return list.fill([]);
    list.pick.busy = true;
    try {
      const found = await server.request<Found>("ragtui/search", { query, uri, live: true }, token);
      if (!token.isCancellationRequested) list.fill(rowsOf(found, true));
    } catch (error) {
      if (!token.isCancellationRequested) list.fail(error);
    }
  });
  const chosen = await list.choose();
  cancel.cancel();
  if (chosen) await open(chosen.place, false);
}

/** List the sources of a selection. */
export async function findSources(server: Server, selected: Selected): Promise<void> {
  const chosen = await chooseSource(server, selected, "Sources of the selection");
  if (chosen) await open(chosen.place, false);
}

/** Let the user choose among the sources of a selection. */
export function chooseSource(server: Server, selected: Selected, title: string): Promise<Chosen | undefined> {
  const list = new PlaceList(title, "Passages that support the selection");
  list.pick.busy = true;
  void server.request<Found>("ragtui/findSources", selected).then(
    (found) => list.fill(rowsOf(found, false)),
    (error) => list.fail(error),
  );
  return list.choose();
}
