// What the server sends and takes, as docs/lsp-protocol.md describes it.

import type { Position, Range } from "vscode-languageclient/node";

export interface Location {
  uri: string;
  range: Range;
}

export interface Place extends Location {
  path: string;
  lines: [number, number];
}

export interface Hit extends Place {
  score: number;
  title: string;
  excerpt: string;
}

export interface Found {
  hits: Hit[];
  notes: string[];
}

export interface Source extends Place {
  title: string;
  score: number;
}

export interface Citation extends Place {
  number: number;
  quote: string;
  verified: boolean;
  message: string;
}

export type AnswerEvent =
  | { event: "sources"; sources: Source[] }
  | { event: "text"; text: string }
  | ({ event: "citation" } & Citation)
  | { event: "notice"; text: string }
  | { event: "done"; provider: string; model: string; confidence: string };

export interface Answer {
  /** The answer as it may be put into a note. */
  text: string;
  chat: string;
}

export interface RelatedNote {
  path: string;
  uri: string;
  title: string;
  score: number;
  summary: string;
  why: string;
}

/** A saved citation; `range` is its own place. */
export interface Checked {
  range: Range;
  verified: boolean;
  path: string;
  quote: string;
  message: string;
}

export interface VaultStatus {
  root: string;
  documents: number;
  chunks: number;
  embedded: number;
  share: number;
  provider: string;
  indexing: boolean;
  watching: boolean;
  index_path: string;
  skipped: { path: string; reason: string }[];
  message: string;
}

/** A part of a document, as the commands about a selection take it. */
export interface Selected {
  textDocument: { uri: string };
  range: Range;
}

/** A place in a document, as a code lens gives it. */
export interface At {
  textDocument: { uri: string };
  position: Position;
}
