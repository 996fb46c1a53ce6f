// What agents and the chat of VS Code can use: tools, a participant, and the MCP server.

import * as vscode from "vscode";
import { findServer } from "./find";
import { asRange, placeOf, uriHere } from "./places";
import type { Answer, AnswerEvent, Found, VaultStatus } from "./protocol";
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
    lm.registerMcpServerDefinitionProvider?.("ragtui.mcp", {
      provideMcpServerDefinitions: () => mcpServers(server),
    }),
  ];
  return made.filter((each) => each !== undefined);
}

function said(text: string): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

async function searched(server: Server, input: object, token: vscode.CancellationToken): Promise<string> {
  const { hits, notes } = await server.request<Found>("ragtui/search", { ...input, uri: uriHere() }, token);
  const found = hits.map(({ where, title, excerpt }) => `${where}: ${title}\n${excerpt}`);
  return [...notes, ...(found.length ? found : ["Nothing was found."])].join("\n\n");
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

/** The MCP server of each vault that has an index: `ragtui mcp`, if it can run beside this server. */
export async function mcpServers(server: Server): Promise<vscode.McpStdioServerDefinition[]> {
  const found = await findServer();
  if (typeof found === "string") return [];
  const line = [found.command, ...found.args].map((each) =>
    each.replace(/ragtui-lsp(?=(\.\w+)?$)/, "ragtui"),
  );
  const [command, ...args] = line;
  if (!command || line.join() === [found.command, ...found.args].join()) return [];
  const { vaults, mcp } = await server.request<{ vaults: VaultStatus[]; mcp: boolean }>("ragtui/status", {});
  const indexed = vaults.filter(({ documents }) => mcp && documents > 0);
  return indexed.map(({ root }) => {
    const name = root.split(/[/\\]/).pop();
    return new vscode.McpStdioServerDefinition(`ragtui: ${name}`, command, [...args, "mcp", "--vault", root]);
  });
}
