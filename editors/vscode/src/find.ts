// Finds the program that serves: configured, installed, or fetched by uvx or pipx.

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

export const PROGRAM = "ragtui-lsp";

export type Runner = "uvx" | "pipx";

export interface ServerSettings {
  /** An absolute path, or empty. */
  path: string;
  runner: "ask" | Runner | "never";
  /** What a runner fetches. */
  package: string;
}

export interface Machine {
  folders: string[];
  endings: string[];
  home: string;
}

export interface Found {
  command: string;
  args: string[];
}

export interface Missing {
  /** A sentence: what is missing, and where it was looked for. */
  reason: string;
  /** Runners that are there and could fetch it, if the person agrees. */
  runners: Runner[];
}

export function thisMachine(env: NodeJS.ProcessEnv, platform: string, home: string): Machine {
  const windows = platform === "win32";
  const path = (env.PATH ?? env.Path ?? "").split(delimiter).filter(isAbsolute);
  // An editor that was not started from a shell often lacks this folder in its PATH.
  const installed = join(home, ".local", "bin");
  return {
    folders: [...path, installed],
    endings: windows ? [".exe", ".cmd", ".bat"] : [""],
    home,
  };
}

/** The command line of the server, or why there is none. */
export async function findServer(settings: ServerSettings, machine: Machine): Promise<Found | Missing> {
  if (settings.path.trim()) return configured(settings.path.trim(), machine);
  const installed = await which(PROGRAM, machine);
  if (installed) return { command: installed, args: [] };
  const runners: Runner[] = [];
  for (const runner of ["uvx", "pipx"] as const) {
    const command = await which(runner, machine);
    if (!command) continue;
    if (settings.runner === runner) return { command, args: runnerArguments(runner, settings) };
    runners.push(runner);
  }
  const wanted = settings.runner === "ask" || settings.runner === "never" ? PROGRAM : settings.runner;
  const reason = `${wanted} is not on your PATH.`;
  return { reason, runners: settings.runner === "never" ? [] : runners };
}

function runnerArguments(runner: Runner, settings: ServerSettings): string[] {
  const source = settings.package.trim() || "ragtui";
  return runner === "uvx" ? ["--from", source, PROGRAM] : ["run", "--spec", source, PROGRAM];
}

async function configured(path: string, machine: Machine): Promise<Found | Missing> {
  const command = /^~[/\\]/.test(path) ? join(machine.home, path.slice(2)) : path;
  if (isAbsolute(command) && (await runnable(command))) return { command, args: [] };
  const fault = isAbsolute(command) ? "is no program" : "is no absolute path";
  return { reason: `The setting ragtui.server.path names ${path}, which ${fault}.`, runners: [] };
}

async function which(name: string, machine: Machine): Promise<string | undefined> {
  for (const folder of machine.folders) {
    for (const ending of machine.endings) {
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
