// The settings of the extension itself, and those that go to the server.

import * as vscode from "vscode";
import type { ServerSettings } from "./find";

export const SECTION = "ragtui";

/** Of the client alone: how the server is found and traced. */
const OWN = /^ragtui\.(server|trace)\./;

export function findingSettings(): ServerSettings {
  const own = vscode.workspace.getConfiguration(`${SECTION}.server`);
  return {
    path: own.get("path", ""),
    runner: own.get<ServerSettings["runner"]>("runner", "ask"),
    package: own.get("package", "ragtui"),
  };
}

/**
 * The server's settings that somebody has set, as dotted keys. What nobody has set stays
 * out, so that it does not hide what the person's own config.toml says.
 */
export function serverOptions(extension: vscode.Extension<unknown>): Record<string, unknown> {
  const declared: object = extension.packageJSON.contributes.configuration.properties;
  const all = vscode.workspace.getConfiguration();
  const options: Record<string, unknown> = {};
  for (const key of Object.keys(declared)) {
    if (!OWN.test(key) && isSet(all.inspect(key))) {
      options[key.slice(SECTION.length + 1)] = all.get(key);
    }
  }
  return options;
}

function isSet(found: ReturnType<vscode.WorkspaceConfiguration["inspect"]>): boolean {
  const values = [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue];
  return values.some((value) => value !== undefined);
}
