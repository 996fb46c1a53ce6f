// The permanent views: the status bar item and related notes.

import * as vscode from "vscode";
import { RelatedNotes } from "./related";
import type { Server } from "./server";
import { StatusItem } from "./status";

/** Debounce after a change (milliseconds). */
const PAUSE = 300;

/** Show both; they follow the server and the active document. */
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
      // Focus on a page or a list changes nothing.
      if (!editor && vscode.window.visibleTextEditors.length) return;
      document = editor?.document;
      soon();
    }),
    new vscode.Disposable(() => clearTimeout(timer)),
  );
}
