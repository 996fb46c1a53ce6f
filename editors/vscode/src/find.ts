// Finds the server program: configured, installed, or fetched by uvx or pipx.

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import * as vscode from "vscode";

const PROGRAM = "ragtui-lsp";

/** How each runner fetches a package and runs its server. */
const RUNNERS = {
  uvx: (source: string) => ["--from", source, PROGRAM],
  pipx: (source: string) => ["run", "--spec", source, PROGRAM],
};

export type Runner = keyof typeof RUNNERS;

export interface Found {
  command: string;
  args: string[];
}

export interface Missing {
  /** A sentence: what is missing, and where it was looked for. */
  reason: string;
  /** Installed runners that could fetch it, if the user agrees. */
  runners: Runner[];
}

/** The command line of the server, or why it is missing. */
export async function findServer(): Promise<Found | Missing> {
  const own = vscode.workspace.getConfiguration("ragtui.server");
  const path = own.get("path", "").trim();
  if (path) return configured(path);
  const installed = await which(PROGRAM);
  if (installed) return { command: installed, args: [] };
  const wanted = own.get<string>("runner", "ask");
  const source = own.get("package", "").trim();
  const there: Runner[] = [];
  for (const runner of source ? (["uvx", "pipx"] as const) : []) {
    const command = await which(runner);
    if (!command) continue;
    if (wanted === runner) return { command, args: RUNNERS[runner](source) };
    there.push(runner);
  }
  if (wanted in RUNNERS && !source) return { reason: "ragtui.server.package is empty.", runners: [] };
  const missing = wanted in RUNNERS ? wanted : PROGRAM;
  return { reason: `${missing} is not on your PATH.`, runners: wanted === "never" ? [] : there };
}

async function configured(path: string): Promise<Found | Missing> {
  const command = /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path;
  if (isAbsolute(command) && (await runnable(command))) return { command, args: [] };
  const fault = isAbsolute(command) ? "is not a program" : "is not an absolute path";
  return { reason: `The setting ragtui.server.path names ${path}, which ${fault}.`, runners: [] };
}

async function which(name: string): Promise<string | undefined> {
  const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  const path = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  // An editor that was not started from a shell often lacks the last folder in its PATH.
  for (const folder of [...path, join(homedir(), ".local", "bin")]) {
    for (const ending of endings) {
      const file = join(folder, name + ending);
      if (await runnable(file)) return file;
    }
  }
  return undefined;
}

async function runnable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
