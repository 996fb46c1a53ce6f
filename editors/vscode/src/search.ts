// Search: results as the person types, and sources of a selection.

import * as vscode from "vscode";
import { type Chosen, PlaceList, rowsOf } from "./picking";
import { open, startOf } from "./places";
import type { Found, Selected } from "./protocol";
import type { Server } from "./server";

/** Without a key, before the server is asked (milliseconds). */
const PAUSE = 60;

/** Search the notes and open what is chosen. */
export async function search(server: Server): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri.toString();
  const hint = 'Words or a question; "exact phrase", -not, tag:, folder:, after:7d';
  const list = new PlaceList("Search your notes", hint);
  let timer: NodeJS.Timeout | undefined;
  let cancel = new vscode.CancellationTokenSource();
  const ask = async (query: string, { token } = cancel) => {
    try {
      const found = await server.request<Found>("ragtui/search", { query, uri, live: true }, token);
      if (!token.isCancellationRequested) list.fill(rowsOf(found, true));
    } catch (error) {
      if (!token.isCancellationRequested) list.fail(error);
    }
  };
  list.pick.onDidChangeValue((query) => {
    clearTimeout(timer);
    cancel.cancel(); // Of the requests only the latest counts.
    cancel = new vscode.CancellationTokenSource();
    list.pick.busy = query.trim() !== "";
    if (list.pick.busy) timer = setTimeout(() => void ask(query), PAUSE);
    else list.fill([]);
  });
  const chosen = await list.choose();
  clearTimeout(timer);
  cancel.cancel();
  if (chosen) await open(startOf(chosen.place), chosen.beside);
}

/** Let the person choose among the sources of a selection. */
export function chooseSource(server: Server, selected: Selected, title: string): Promise<Chosen | undefined> {
  const list = new PlaceList(title, "Passages that say what the selection says");
  list.pick.busy = true;
  void server.request<Found>("ragtui/findSources", selected).then(
    (found) => list.fill(rowsOf(found, false)),
    (error) => list.fail(error),
  );
  return list.choose();
}
