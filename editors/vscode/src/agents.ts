// What agents and the chat of VS Code can use: tools and a participant.

import * as vscode from "vscode";
import { asRange, placeOf, uriHere } from "./places";
import type { Answer, AnswerEvent, Found } from "./protocol";
import type { Server } from "./server";

/** Contribute what this editor has an interface for; without a chat that is nothing. */
export function contributions(server: Server): vscode.Disposable[] {
  const lm: Partial<typeof vscode.lm> = vscode.lm ?? {};
  const made = [
    lm.registerTool?.<{ query: string; limit?: number }>("ragtui_search", {
      invoke: async ({ input }, token) => said(await searched(server, input, token)),
    }),
    lm.registerTool?.<{ question: string }>("ragtui_ask", {
      invoke: async ({ input }, token) => {
        const asked = { ...input, uri: uriHere() };
        return said((await server.request<Answer>("ragtui/ask", asked, token)).text);
      },
    }),
    vscode.chat?.createChatParticipant?.("ragtui.notes", (...given) => answered(server, ...given)),
  ];
  return made.filter((each) => each !== undefined);
}

function said(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

async function searched(server: Server, input: object, token: vscode.CancellationToken): Promise<string> {
  const asked = { ...input, uri: uriHere() };
  const { hits, notes, listed } = await server.request<Found>("ragtui/search", asked, token);
  const found = hits.slice(0, listed).map(({ where, title, excerpt }) => `${where}: ${title}\n${excerpt}`);
  return [...notes, ...found].join("\n\n") || "Nothing was found.";
}

/** Answer a message to the participant from the notes; an attached selection is asked about. */
export async function answered(
  server: Server,
  request: Pick<vscode.ChatRequest, "prompt" | "references">,
  context: vscode.ChatContext,
  stream: Pick<vscode.ChatResponseStream, "markdown" | "progress" | "reference">,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  stream.progress("Searching your notes…");
  let held = ""; // An exclamation mark, until it is known that no picture follows.
  const write = (text: string) => {
    const all = held + text;
    held = all.endsWith("!") ? "!" : "";
    stream.markdown(all.slice(0, all.length - held.length).replaceAll("![", "["));
  };
  const onEvent = (event: AnswerEvent) => {
    if (event.event === "text") write(event.text);
    if (event.event === "notice") write(`\n\n> ${event.text}\n\n`);
    if (event.event !== "citation" || !event.verified) return;
    stream.reference(new vscode.Location(vscode.Uri.parse(event.uri, true), asRange(event.range)));
  };
  const attached = request.references
    .map(({ value }) => value)
    .find((each) => each instanceof vscode.Location);
  const about = attached && placeOf(await vscode.workspace.openTextDocument(attached.uri), attached.range);
  const args = { ...(about ?? { uri: uriHere() }), question: request.prompt, chat: earlier(context) };
  const method = about ? "ragtui/askSelection" : "ragtui/ask";
  const { chat } = await server.stream<AnswerEvent, Answer>(method, args, onEvent, token);
  if (held) stream.markdown(held);
  return { metadata: { chat } };
}

/** The conversation that a message continues. */
function earlier({ history }: vscode.ChatContext): string {
  const ids = history.map((turn): unknown => ("result" in turn ? turn.result.metadata?.chat : undefined));
  return ids.reverse().find((id) => typeof id === "string") ?? "";
}
