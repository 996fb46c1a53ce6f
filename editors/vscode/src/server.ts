// The lifecycle of the server: find, start, restart, report errors.

import { homedir } from "node:os";
import * as vscode from "vscode";
import {
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  ProgressType,
  RevealOutputChannelOn,
  State,
  type WorkspaceEdit,
} from "vscode-languageclient/node";
import { findServer } from "./find";
import { SECTION, serverOptions } from "./settings";

export type ServerState = "starting" | "running" | "stopped" | "missing";

/** Thrown by requests while there is no server; the reason was shown. */
export class NoServer extends Error {}

export class Server implements vscode.Disposable {
  state: ServerState = "stopped";
  /** Why there is none. */
  reason = "";
  private tokens = 0;
  private client: LanguageClient | undefined;
  /** Starts and restarts come one after the other. */
  private latest = Promise.resolve();
  private readonly changed = new vscode.EventEmitter<void>();
  readonly log = vscode.window.createOutputChannel("ragtui", { log: true });

  /** The state or an index has changed. */
  readonly onChange = this.changed.event;

  constructor(
    /** Handles server commands whose results the client shows. */
    private readonly takeOver: NonNullable<Middleware["executeCommand"]>,
  ) {}

  /** Start, unless it runs; a missing server is reported. */
  start(): Promise<void> {
    this.latest = this.latest.then(() => this.launch());
    return this.latest;
  }

  /** Restart it. */
  restart(): Promise<void> {
    this.latest = this.latest.then(() => this.dispose()).then(() => this.launch());
    return this.latest;
  }

  async dispose(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client) this.become("stopped");
    try {
      await client?.dispose();
    } catch (error) {
      this.log.warn(`The server did not stop cleanly: ${error}`);
    }
  }

  /** Send a custom request; starts the server first if it does not run. */
  async request<T>(method: string, params: object, token?: vscode.CancellationToken): Promise<T> {
    const client = await this.running();
    // A token that is undefined would be sent as a second parameter.
    return token ? client.sendRequest<T>(method, params, token) : client.sendRequest<T>(method, params);
  }

  /** Send a request with progress events. */
  async stream<E, T>(
    method: string,
    params: object,
    onEvent: (event: E) => void,
    cancel: vscode.CancellationToken,
  ): Promise<T> {
    const client = await this.running();
    const token = `ragtui-${++this.tokens}`;
    const listener = client.onProgress(new ProgressType<E>(), token, onEvent);
    try {
      return await client.sendRequest<T>(method, { ...params, token }, cancel);
    } finally {
      listener.dispose();
    }
  }

  /** Send a request with a cancellable progress notification. */
  shown<T>(doing: string, method: string, params: object): Thenable<T> {
    const location = vscode.ProgressLocation.Notification;
    const options = { location, title: `ragtui: ${doing}`, cancellable: true };
    return vscode.window.withProgress(options, (_, cancel) => this.request<T>(method, params, cancel));
  }

  /** Apply an edit of the server, with a preview if it requires confirmation. */
  async apply(edit: WorkspaceEdit): Promise<boolean> {
    const client = await this.running();
    const made = await client.protocol2CodeConverter.asWorkspaceEdit(edit);
    return vscode.workspace.applyEdit(made);
  }

  private async running(): Promise<LanguageClient> {
    await this.latest;
    if (this.state !== "running") await this.start();
    if (!this.client || this.state !== "running") throw new NoServer(this.reason);
    return this.client;
  }

  private async launch(): Promise<void> {
    if (this.state === "running") return;
    this.become("starting");
    void ownMarkdown()?.activate();
    const found = await findServer();
    if (typeof found === "string") return this.reportMissing(found);
    this.log.info(`Starting ${found.command}`);
    // Not in the workspace, which may not be trusted.
    const server = { ...found, options: { cwd: homedir() } };
    const client = new LanguageClient(SECTION, "ragtui", server, this.clientOptions());
    this.client = client;
    client.onNotification("ragtui/indexChanged", () => this.changed.fire());
    client.onDidChangeState(({ newState }) => {
      if (this.client !== client) return;
      if (newState === State.Running) this.become("running");
      if (newState === State.Stopped && this.state === "running") this.become("stopped");
    });
    try {
      await client.start();
    } catch (error) {
      this.client = undefined;
      const reason = `${found.command} did not start: ${messageOf(error)}`;
      this.fail("stopped", reason, { "Show Log": () => this.log.show() });
    }
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: [
        { scheme: "file", language: "markdown" },
        { scheme: "untitled", language: "markdown" },
      ],
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      middleware: {
        executeCommand: this.takeOver,
        provideDocumentSymbols: () => [], // VS Code's own Markdown has the headings.
        provideWorkspaceSymbols: async (query, token, next) =>
          (await next(query, token))?.filter((each) => !isListed(each)),
        workspace: {
          configuration: ({ items }) => items.map(serverOptions),
        },
      },
    };
  }

  private become(state: ServerState): void {
    this.state = state;
    this.changed.fire();
  }

  private reportMissing(reason: string): void {
    const command = vscode.commands.executeCommand;
    this.fail("missing", `${reason} Search and answers need it.`, {
      "How to Install": () => command("ragtui.installServer"),
      Settings: () => command("workbench.action.openSettings", `${SECTION}.server`),
    });
  }

  /** Report why there is no server, with actions. */
  private fail(state: ServerState, reason: string, actions: Record<string, () => unknown>): void {
    this.reason = reason;
    this.become(state);
    this.log.error(reason);
    void vscode.window
      .showErrorMessage(`ragtui: ${reason}`, ...Object.keys(actions))
      .then((chosen) => chosen && actions[chosen]?.());
  }
}

/** VS Code's own Markdown, unless it is disabled. */
const ownMarkdown = () => vscode.extensions.getExtension("vscode.markdown-language-features");

/** Whether VS Code lists a symbol itself: a heading, not a passage, of the workspace. */
function isListed({ kind, location }: vscode.SymbolInformation): boolean {
  const isHeading = kind === vscode.SymbolKind.String && ownMarkdown()?.isActive;
  return !!isHeading && !!vscode.workspace.getWorkspaceFolder(location.uri);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
