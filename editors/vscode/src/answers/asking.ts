// Questions: about the notes or about a selection, and follow-ups.

import * as vscode from "vscode";
import { asRange, selectedNow } from "../places";
import type { Answer, AnswerEvent, Location, Selected } from "../protocol";
import { messageOf, type Server } from "../server";
import { AnswerPanel, type Turn } from "./panel";

/** The question about a selection if the user types none. */
const ABOUT_SELECTION = "What do my notes say about this?";

export class Asking implements vscode.Disposable {
  private readonly panel: AnswerPanel;
  private cancel: vscode.CancellationTokenSource | undefined;
  private turns = 0;
  /** The conversation that a follow-up continues. */
  private chat = "";
  /** The place in the document that was active when it began. */
  private from: Location | undefined;

  constructor(
    private readonly server: Server,
    extension: vscode.Uri,
  ) {
    this.panel = new AnswerPanel(extension, server, {
      ask: (question) => void this.answer(question),
      stop: () => this.cancel?.cancel(),
    });
  }

  dispose(): void {
    this.cancel?.cancel();
    this.panel.dispose();
  }

  /** Ask for a question and send it. */
  async ask(): Promise<void> {
    const hint = "A question; filters such as folder: and after: work too";
    const question = await typed("Ask your notes", hint);
    if (question) await this.begin(question);
  }

  /** Ask about a part of a document; the question is optional. */
  async askAbout(selected = selectedNow()): Promise<void> {
    if (!selected) return;
    const prompt = "Press Enter to ask what your notes say about it.";
    const question = await typed("Ask about the selection", ABOUT_SELECTION, prompt);
    if (question !== undefined) await this.begin(question || ABOUT_SELECTION, selected);
  }

  private async begin(question: string, selected?: Selected): Promise<void> {
    this.panel.clear();
    this.chat = "";
    // Later the page has the focus, and no editor is active.
    const editor = vscode.window.activeTextEditor;
    this.from = editor && { uri: `${editor.document.uri}`, range: editor.selection };
    await this.answer(question, selected);
  }

  private async answer(question: string, selected?: Selected): Promise<void> {
    this.cancel?.cancel();
    const cancel = new vscode.CancellationTokenSource();
    this.cancel = cancel;
    const place = selected ? { uri: selected.textDocument.uri, range: selected.range } : this.from;
    const turn: Turn = { number: ++this.turns, citations: [], sources: [], text: "", place };
    this.panel.begin(turn, question, selected ? await nameOf(selected) : "");
    const method = selected ? "ragtui/askSelection" : "ragtui/ask";
    const args = { ...(selected ?? { uri: this.from?.uri }), question, chat: this.chat };
    const onEvent = (event: AnswerEvent) => {
      if (event.event === "citation") turn.citations.push(event);
      if (event.event === "sources") turn.sources = event.sources;
      this.panel.post({ type: "event", turn: turn.number, event });
    };
    try {
      const found = await this.server.stream<AnswerEvent, Answer>(method, args, onEvent, cancel.token);
      turn.text = found.text;
      this.chat = found.chat;
      this.panel.post({ type: "end", turn: turn.number, outcome: "done", message: "" });
    } catch (error) {
      const stopped = cancel.token.isCancellationRequested;
      const outcome = stopped ? "stopped" : "failed";
      const message = stopped ? "Stopped." : messageOf(error);
      this.panel.post({ type: "end", turn: turn.number, outcome, message });
    } finally {
      cancel.dispose();
    }
  }
}

async function typed(title: string, placeHolder: string, prompt?: string): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({ title, placeHolder, prompt, ignoreFocusOut: true });
  return text?.trim();
}

/** Location and text of a selection; the page truncates it. */
async function nameOf({ textDocument, range }: Selected): Promise<string> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(textDocument.uri, true));
  const name = vscode.workspace.asRelativePath(document.uri);
  return `${name}, line ${range.start.line + 1}: ${document.getText(asRange(range))}`;
}
