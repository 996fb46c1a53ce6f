// Bundles the extension and the script of the answer's page, licences included.
import { copyFileSync } from "node:fs";
import { build } from "esbuild";

const common = {
  bundle: true,
  minify: true,
  sourcemap: false,
  legalComments: "eof",
  logLevel: "warning",
};
await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
});
await build({
  ...common,
  entryPoints: ["src/webview/page.ts"],
  outfile: "dist/page.js",
  platform: "browser",
  format: "iife",
  target: "es2022",
});
copyFileSync("../../LICENSE", "dist/LICENSE.txt");
