// What is always on the screen, kept true: the item in the status bar, and related notes.

import * as vscode from "vscode";
import { RelatedNotes } from "./related";
import type { Server } from "./server";
import { StatusItem } from "./status";

/** After a change, before the server is asked again (milliseconds). */
const PAUSE = 300;

/** Show both; they follow the server and the document at hand. */
export function shownViews(server: Server): vscode.Disposable {
  const status = new StatusItem(server);
  const related = new RelatedNotes(server);
  let document = vscode.window.activeTextEditor?.document;
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void status.refresh(document);
      related.refresh(document);
    }, PAUSE);
  };
  soon();
  return vscode.Disposable.from(
    status,
    vscode.window.registerTreeDataProvider("ragtui.related", related),
    server.onChange(soon),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      // A page or a list that has the focus changes nothing.
      if (!editor && vscode.window.visibleTextEditors.length) return;
      document = editor?.document;
      soon();
    }),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
}
