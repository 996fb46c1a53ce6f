// The settings that are sent to the server.

import * as vscode from "vscode";

export const SECTION = "ragtui";

/** The server's settings, by their dotted keys. */
export const serverOptions = () => vscode.workspace.getConfiguration(SECTION).get("settings", {});
