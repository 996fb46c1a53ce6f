// Questions: about the notes or about a selection, and follow-ups.

import * as vscode from "vscode";
import { asRange, selectedNow } from "../places";
import type { Answer, AnswerEvent } from "../protocol";
import { messageOf, NoServer, type Server } from "../server";
import { label } from "../shown";
import { AnswerPanel, type Turn } from "./panel";

/** What a request to the server is about. */
interface Subject {
  method: "ragtui/ask" | "ragtui/askSelection";
  params: object;
  /** What the person reads about it. */
  about: string;
  place: Turn["place"];
}

export class Asking implements vscode.Disposable {
  private readonly panel: AnswerPanel;
  private cancel: vscode.CancellationTokenSource | undefined;
  private turns = 0;
  /** The conversation that a follow-up goes on with. */
  private chat = "";
  private uri: string | undefined;

  constructor(
    private readonly server: Server,
    extension: vscode.Uri,
  ) {
    this.panel = new AnswerPanel(extension, {
      ask: (question) => void this.followUp(question),
      stop: () => this.cancel?.cancel(),
    });
  }

  dispose(): void {
    this.cancel?.cancel();
    this.panel.dispose();
  }

  /** Ask what the person types. */
  async ask(): Promise<void> {
    const question = await vscode.window.showInputBox({
      title: "Ask your notes",
      placeHolder: "A question; filters such as folder: and after: work, too",
      ignoreFocusOut: true,
    });
    if (!question?.trim()) return;
    this.uri = vscode.window.activeTextEditor?.document.uri.toString();
    await this.begin(question, this.vaultSubject());
  }

  /** Ask about a part of a document; the question may be left out. */
  async askAbout(selected = selectedNow()): Promise<void> {
    if (!selected) return;
    const question = await vscode.window.showInputBox({
      title: "Ask about the selection",
      placeHolder: "What do my notes say about this?",
      prompt: "Enter alone asks what your notes say about it.",
      ignoreFocusOut: true,
    });
    if (question === undefined) return;
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.parse(selected.textDocument.uri, true),
    );
    const range = asRange(selected.range);
    const words = document.getText(range).replace(/\s+/g, " ").trim();
    const shown = words.length > 160 ? `${words.slice(0, 158)}…` : words;
    const name = vscode.workspace.asRelativePath(document.uri);
    await this.server.lending(document, () =>
      this.begin(question, {
        method: "ragtui/askSelection",
        params: { textDocument: selected.textDocument, range: selected.range },
        about: `${name}, line ${range.start.line + 1}: ${shown}`,
        place: { uri: `${document.uri}`, range: selected.range },
      }),
    );
  }

  private vaultSubject(): Subject {
    const params = this.uri ? { uri: this.uri } : {};
    return { method: "ragtui/ask", params, about: "", place: undefined };
  }

  private async begin(question: string, subject: Subject): Promise<void> {
    this.cancel?.cancel();
    this.panel.clear();
    this.chat = "";
    await this.answer(question, subject);
  }

  private async followUp(question: string): Promise<void> {
    this.cancel?.cancel();
    await this.answer(question, this.vaultSubject());
  }

  private async answer(question: string, subject: Subject): Promise<void> {
    const cancel = new vscode.CancellationTokenSource();
    this.cancel = cancel;
    const number = ++this.turns;
    const turn: Turn = { number, citations: [], sources: [], text: "", place: subject.place };
    const asked = question.trim() || "What do my notes say about this?";
    this.panel.begin(turn, asked, subject.about);
    const given = { ...subject.params, question, ...(this.chat ? { chat: this.chat } : {}) };
    const tell = (event: AnswerEvent) => this.told(turn, event);
    try {
      const found = await this.server.stream<AnswerEvent, Answer>(subject.method, given, tell, cancel.token);
      turn.text = found.text;
      this.chat = found.chat;
      this.panel.say({ type: "end", turn: number, outcome: "done", message: "" });
    } catch (error) {
      const stopped = cancel.token.isCancellationRequested;
      const outcome = stopped ? "stopped" : "failed";
      const message = stopped ? "Stopped." : failure(error);
      this.panel.say({ type: "end", turn: number, outcome, message });
    } finally {
      if (this.cancel === cancel) this.cancel = undefined;
      cancel.dispose();
    }
  }

  private told(turn: Turn, event: AnswerEvent): void {
    if (event.event === "citation") turn.citations.push(event);
    if (event.event === "sources") turn.sources = event.sources;
    this.panel.say({ type: "event", turn: turn.number, event });
  }
}

function failure(error: unknown): string {
  if (error instanceof NoServer) return `There is no server. ${error.message}`;
  return label(messageOf(error));
}
