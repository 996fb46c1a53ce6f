// Finds the server program: configured, or installed.

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import * as vscode from "vscode";

const PROGRAM = "ragtui-lsp";

export interface Found {
  command: string;
}

/** The program of the server, or a sentence: what is missing and where it was looked for. */
export async function findServer(): Promise<Found | string> {
  const path = vscode.workspace.getConfiguration("ragtui.server").get("path", "").trim();
  if (path) return configured(path);
  const command = await which(PROGRAM);
  return command ? { command } : `${PROGRAM} is not on your PATH.`;
}

async function configured(path: string): Promise<Found | string> {
  const command = /^~[/\\]/.test(path) ? join(homedir(), path.slice(2)) : path;
  if (isAbsolute(command) && (await runnable(command))) return { command };
  const fault = isAbsolute(command) ? "is not a program" : "is not an absolute path";
  return `The setting ragtui.server.path names ${path}, which ${fault}.`;
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
