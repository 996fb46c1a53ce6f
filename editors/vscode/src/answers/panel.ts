// The panel in which answers appear, and what its buttons do.

import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient/node";
import { open, placeOf, unmark, warn } from "../places";
import type { Citation, Location, Source } from "../protocol";
import type { Server } from "../server";
import type { ToExtension, ToPage } from "./messages";
import { pageOf } from "./page";

/** What the buttons of a turn need. */
export interface Turn {
  number: number;
  citations: Citation[];
  sources: Source[];
  /** The answer as Markdown for a note; empty until it is complete. */
  text: string;
  /** Where the question was asked; insertions go below. */
  place: Location | undefined;
}

export class AnswerPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  /** Messages posted since the page was cleared. */
  private posted: ToPage[] = [];
  private readonly turns = new Map<number, Turn>();

  constructor(
    private readonly extension: vscode.Uri,
    private readonly server: Server,
    /** Requests of the user: a follow-up, or to stop the answer. */
    private readonly wish: { ask(question: string): void; stop(): void },
  ) {}

  /** Show the panel beside the text, and begin a turn in it. */
  begin(turn: Turn, question: string, about: string): void {
    this.turns.set(turn.number, turn);
    const panel = this.shown();
    panel.title = question.length > 32 ? `${question.slice(0, 30)}…` : question;
    this.post({ type: "turn", turn: turn.number, question, about });
  }

  /** Remove all turns. */
  clear(): void {
    this.turns.clear();
    this.posted = [];
    this.post({ type: "clear" });
  }

  post(message: ToPage): void {
    this.posted.push(message);
    void this.panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private shown(): vscode.WebviewPanel {
    if (this.panel) {
      this.panel.reveal(undefined, true);
      return this.panel;
    }
    const panel = vscode.window.createWebviewPanel(
      "ragtui.answer",
      "Answer",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      {
        enableScripts: true,
        enableCommandUris: false,
        localResourceRoots: ["media", "dist"].map((name) => vscode.Uri.joinPath(this.extension, name)),
      },
    );
    panel.iconPath = vscode.Uri.joinPath(this.extension, "media", "icon.png");
    panel.webview.onDidReceiveMessage((message: ToExtension) => this.heard(message));
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.clear();
      this.wish.stop();
    });
    panel.webview.html = pageOf(panel.webview, this.extension);
    this.panel = panel;
    return panel;
  }

  private async heard(message: ToExtension): Promise<unknown> {
    switch (message.type) {
      case "ready": // A page is empty when it is shown again.
        for (const each of this.posted) void this.panel?.webview.postMessage(each);
        return;
      case "stop":
        return this.wish.stop();
      case "ask":
        return this.wish.ask(message.question);
      case "link":
        return openLink(message.target);
    }
    const turn = this.turns.get(message.turn);
    if (!turn) return;
    switch (message.type) {
      case "open": {
        const place = turn[message.list][message.index];
        return place && open(place).then(undefined, () => warn(`${place.path} cannot be opened.`));
      }
      case "copy":
        await vscode.env.clipboard.writeText(turn.text);
        vscode.window.setStatusBarMessage("ragtui: copied, with its citations", 3000);
        return;
      case "insert":
        return insert(turn, this.server);
    }
  }
}

/** Insert an answer below the lines that it was asked about, or below the cursor then. */
async function insert(turn: Turn, server: Server): Promise<void> {
  if (!turn.place) return warn("open a note before you ask, to insert the answer into it.");
  const editor = await open(turn.place);
  unmark(editor);
  const args = { ...placeOf(editor.document, editor.selection), text: turn.text };
  const { edit } = await server.request<{ edit: WorkspaceEdit }>("ragtui/insertText", args);
  await server.apply(edit);
}

/** Open a link of an answer; VS Code asks for confirmation. */
async function openLink(target: string): Promise<void> {
  if (!/^https?:/i.test(target)) return warn(`${target} cannot be opened.`);
  await vscode.env.openExternal(vscode.Uri.parse(target, true));
}
