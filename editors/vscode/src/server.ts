// The server's life: found, started, asked, restarted; and what is said if it is missing.

import { homedir } from "node:os";
import * as vscode from "vscode";
import {
  type DocumentSelector,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  ProgressType,
  RevealOutputChannelOn,
  State,
  type WorkspaceEdit,
} from "vscode-languageclient/node";
import { type Found, findServer, type Missing, type Runner, thisMachine } from "./find";
import { findingSettings, SECTION, serverOptions } from "./settings";

export type ServerState = "starting" | "running" | "stopped" | "missing";

/** Documents that the server follows. */
const NOTES: DocumentSelector & vscode.DocumentSelector = [
  { scheme: "file", language: "markdown" },
  { scheme: "untitled", language: "markdown" },
];

/** Thrown by requests while there is no server; the person has been told why. */
export class NoServer extends Error {}

let tokens = 0;

export class Server implements vscode.Disposable {
  state: ServerState = "stopped";
  /** Why there is none, in a sentence. */
  reason = "";
  private client: LanguageClient | undefined;
  private starting: Promise<void> | undefined;
  private restarted = Promise.resolve();
  private readonly changed = new vscode.EventEmitter<ServerState>();
  private readonly indexed = new vscode.EventEmitter<void>();
  readonly log = vscode.window.createOutputChannel("ragtui", { log: true });

  /** The state is another. */
  readonly onState = this.changed.event;
  /** An index has changed. */
  readonly onIndexChanged = this.indexed.event;

  constructor(
    private readonly extension: vscode.Extension<unknown>,
    /** Takes over commands of the server whose outcome the client shows itself. */
    private readonly takeOver: NonNullable<Middleware["executeCommand"]>,
  ) {}

  /** Start, unless it runs; a server that is missing is told of. */
  start(): Promise<void> {
    this.starting ??= this.launch().finally(() => {
      this.starting = undefined;
    });
    return this.starting;
  }

  /** End it and start it anew; one restart after the other. */
  restart(): Promise<void> {
    this.restarted = this.restarted.then(async () => {
      await this.starting;
      await this.stop();
      await this.start();
    });
    return this.restarted;
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client) this.become("stopped");
    try {
      await client?.dispose();
    } catch (error) {
      this.log.warn(`The server did not stop in order: ${error}`);
    }
  }

  dispose(): Promise<void> {
    return this.stop();
  }

  /** Send a custom request; starts the server first if it does not run. */
  async request<T>(method: string, params: object, token?: vscode.CancellationToken): Promise<T> {
    const client = await this.running();
    // A token that is undefined would be sent as a second parameter.
    return token ? client.sendRequest<T>(method, params, token) : client.sendRequest<T>(method, params);
  }

  /** Send a request whose progress is told as it comes. */
  async stream<E, T>(
    method: string,
    params: object,
    tell: (event: E) => void,
    cancel: vscode.CancellationToken,
  ): Promise<T> {
    const client = await this.running();
    const token = `ragtui-${++tokens}`;
    const listener = client.onProgress(new ProgressType<E>(), token, tell);
    try {
      return await client.sendRequest<T>(method, { ...params, token }, cancel);
    } finally {
      listener.dispose();
    }
  }

  /** The same, with a notice by which it can be cancelled. */
  shown<T>(doing: string, method: string, params: object): Thenable<T> {
    const location = vscode.ProgressLocation.Notification;
    const options = { location, title: `ragtui: ${doing}`, cancellable: true };
    return vscode.window.withProgress(options, (_, cancel) => this.request<T>(method, params, cancel));
  }

  /** Make an edit of the server's; one that asks for a preview gets it. */
  async apply(edit: WorkspaceEdit): Promise<boolean> {
    const client = await this.running();
    const made = await client.protocol2CodeConverter.asWorkspaceEdit(edit);
    return vscode.workspace.applyEdit(made);
  }

  /** Let the server know a document that it does not follow, such as code, for a while. */
  async lending<T>(document: vscode.TextDocument, ask: () => Promise<T>): Promise<T> {
    const client = await this.running();
    if (vscode.languages.match(NOTES, document)) return ask();
    const convert = client.code2ProtocolConverter;
    await client.sendNotification("textDocument/didOpen", convert.asOpenTextDocumentParams(document));
    try {
      return await ask();
    } finally {
      await client.sendNotification("textDocument/didClose", convert.asCloseTextDocumentParams(document));
    }
  }

  private async running(): Promise<LanguageClient> {
    await this.restarted;
    if (this.state !== "running") await this.start();
    if (!this.client || this.state !== "running") throw new NoServer(this.reason);
    return this.client;
  }

  private async launch(): Promise<void> {
    if (this.state === "running") return;
    this.become("starting");
    const home = homedir();
    const found = await findServer(findingSettings(), thisMachine(process.env, process.platform, home));
    if ("reason" in found) {
      this.reason = found.reason;
      this.become("missing");
      this.log.error(found.reason);
      void this.tellMissing(found);
      return;
    }
    this.log.info(`Starting ${[found.command, ...found.args].join(" ")}`);
    await this.connect(found, home);
  }

  private async connect(found: Found, home: string): Promise<void> {
    // Not in the workspace: a uv.toml there could choose what uvx fetches.
    const server = { ...found, options: { cwd: home } };
    const client = new LanguageClient(SECTION, "ragtui", server, this.clientOptions());
    this.client = client;
    client.onNotification("ragtui/indexChanged", () => this.indexed.fire());
    client.onDidChangeState(({ newState }) => {
      if (this.client !== client) return;
      if (newState === State.Running) this.become("running");
      if (newState === State.Stopped && this.state === "running") this.become("stopped");
    });
    try {
      await client.start();
    } catch (error) {
      this.reason = `${found.command} did not start: ${messageOf(error)}`;
      this.client = undefined;
      this.become("stopped");
      void this.tellStopped();
    }
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: NOTES,
      initializationOptions: serverOptions(this.extension),
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      middleware: {
        executeCommand: this.takeOver,
        provideDocumentSymbols: () => [], // VS Code's own Markdown has the headings.
        // A document that was lent is no note: nothing is marked in it.
        handleDiagnostics: (uri, found, next) => {
          const document = vscode.workspace.textDocuments.find((each) => `${each.uri}` === `${uri}`);
          if (!document || vscode.languages.match(NOTES, document)) next(uri, found);
        },
        workspace: {
          configuration: (params) => params.items.map(() => serverOptions(this.extension)),
        },
      },
    };
  }

  private become(state: ServerState): void {
    this.state = state;
    void vscode.commands.executeCommand("setContext", "ragtui.state", state);
    this.changed.fire(state);
  }

  private async tellMissing(missing: Missing): Promise<void> {
    const use = new Map(missing.runners.map((runner) => [`Run It with ${runner}`, runner]));
    const text = `ragtui: ${missing.reason} Without it nothing can be searched or asked.`;
    const actions = [...use.keys(), "How to Install", "Settings"];
    const chosen = await vscode.window.showErrorMessage(text, ...actions);
    const runner = chosen && use.get(chosen);
    if (runner) await this.agree(runner);
    if (chosen === "How to Install") {
      await vscode.commands.executeCommand("ragtui.installServer");
    }
    if (chosen === "Settings") {
      const query = "ragtui.server";
      await vscode.commands.executeCommand("workbench.action.openSettings", query);
    }
  }

  private async agree(runner: Runner): Promise<void> {
    const own = vscode.workspace.getConfiguration(`${SECTION}.server`);
    await own.update("runner", runner, vscode.ConfigurationTarget.Global); // Starts it, too.
  }

  private async tellStopped(): Promise<void> {
    const chosen = await vscode.window.showErrorMessage(`ragtui: ${this.reason}`, "Show Log");
    if (chosen) this.log.show();
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
