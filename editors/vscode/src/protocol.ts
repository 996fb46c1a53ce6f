// Messages of the server, as described in docs/lsp-protocol.md.

import type { Range } from "vscode-languageclient/node";

export interface Location {
  uri: string;
  range: Range;
}

/** A part of a document, as the commands about a selection take it. */
export interface Selected {
  /** With its text if the server does not synchronize it. */
  textDocument: { uri: string; text?: string };
  range: Range;
}

export interface Place extends Location {
  path: string;
  /** File and lines, for display. */
  where: string;
}

export interface Source extends Place {
  title: string;
}

export interface Hit extends Source {
  excerpt: string;
}

export interface Found {
  hits: Hit[];
  notes: string[];
  /** How many hits to list, and how many weaker ones follow, in words. */
  listed: number;
  weaker: string;
}

export interface Quotation {
  path: string;
  range: Range;
  quote: string;
  verified: boolean;
  /** The verdict, for display. */
  message: string;
}

/** A citation of an answer, numbered from 1 as they come; its sign is ✓, ¶, ≠ or ∅. */
export type Citation = Quotation & Place & { number: number; sign: string; label: string; words: string };

export type AnswerEvent =
  | { event: "sources"; sources: Source[] }
  | { event: "step"; number: number; call: string; outcome: string }
  | { event: "reading"; tokens: number; last_seconds: number | null }
  | { event: "text"; text: string; remark?: boolean }
  | ({ event: "citation" } & Citation)
  | { event: "notice"; text: string }
  | { event: "done"; by: string };

export interface Answer {
  /** The answer as Markdown for a note. */
  text: string;
  chat: string;
}

/** The saved citations of a note; the range of each is its own place. */
export interface Verified {
  citations: Quotation[];
  summary: string;
}

export interface VaultStatus {
  root: string;
  documents: number;
  share: number;
  indexing: boolean;
  /** Of the index; `not_indexed` without a message if the user has not agreed to one. */
  state: string;
  skipped: { path: string; reason: string }[];
  /** The problem, if there is one. */
  message: string;
  /** How much is indexed, for display. */
  summary: string;
  /** Problems, answer provider and index state. */
  facts: string[];
}
