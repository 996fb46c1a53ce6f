// The page that shows answers: a fixed document that may load two files of the extension.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** The page; everything in it is built later by its script, as text. */
export function pageOf(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = randomBytes(16).toString("base64");
  const file = (...names: string[]) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extension, ...names)).toString();
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" nonce="${nonce}" href="${file("media", "answer.css")}">
<title>Answer</title>
</head>
<body>
<main id="turns" aria-live="polite"></main>
<div id="follow-up"><textarea id="question" rows="1" placeholder="Ask a follow-up"
 aria-label="Ask a follow-up"></textarea></div>
<script nonce="${nonce}" src="${file("dist", "page.js")}"></script>
</body>
</html>`;
}
