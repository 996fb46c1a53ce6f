// Notes that are created: of days, and from templates.

import * as vscode from "vscode";
import { uriHere, warn } from "./places";
import type { Server } from "./server";

/** Open the note of today, or the one beside that and the current one. */
export function openDaily(server: Server, day: "today" | "previous" | "next"): Promise<unknown> {
  return server.request("ragtui/dailyNote", { uri: uriHere(), day, apply: true });
}

/** Create a note from a template that the user chooses. */
export async function newNote(server: Server): Promise<void> {
  const uri = uriHere();
  const { templates } = await server.request<{ templates: { name: string }[] }>("ragtui/templates", { uri });
  if (!templates.length) return warn("there are no templates: see the setting ragtui.new_notes.templates.");
  const names = templates.map(({ name }) => name);
  const template = await vscode.window.showQuickPick(names, { title: "Template" });
  const title = template && (await vscode.window.showInputBox({ title: "Title of the note" }));
  if (title) await server.request("ragtui/newNote", { uri, title, template, apply: true });
}
