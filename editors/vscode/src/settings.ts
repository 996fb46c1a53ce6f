// The settings that are sent to the server.

import * as vscode from "vscode";

export const SECTION = "ragtui";

/** Client settings: how the server is found and traced. */
const OWN = /^ragtui\.(server|trace)\./;

/**
 * The server's settings that are set explicitly for a folder, or everywhere, as dotted keys.
 * Defaults are left out, so that they do not override the user's config.toml.
 */
export function serverOptions(extension: vscode.Extension<unknown>, scope?: string): Record<string, unknown> {
  const declared: object = extension.packageJSON.contributes.configuration.properties;
  const folder = scope === undefined ? null : vscode.Uri.parse(scope, true);
  const all = vscode.workspace.getConfiguration(undefined, folder);
  const options: Record<string, unknown> = {};
  for (const key of Object.keys(declared)) {
    const { globalValue, workspaceValue, workspaceFolderValue } = all.inspect(key) ?? {};
    const isSet = [globalValue, workspaceValue, workspaceFolderValue].some((value) => value !== undefined);
    if (isSet && !OWN.test(key)) options[key.slice(SECTION.length + 1)] = all.get(key);
  }
  return options;
}
