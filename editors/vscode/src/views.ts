// The status bar item follows the server and the active document.

import * as vscode from "vscode";
import type { Server } from "./server";
import { StatusItem } from "./status";

/** Debounce after a change (milliseconds). */
const PAUSE = 300;

/** Show it. */
export function shownStatus(server: Server): vscode.Disposable {
  const status = new StatusItem(server);
  let document = vscode.window.activeTextEditor?.document;
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void status.refresh(document), PAUSE);
  };
  soon();
  return vscode.Disposable.from(
    status,
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
