// What the server sends and takes, as docs/lsp-protocol.md describes it.

import type { Position, Range } from "vscode-languageclient/node";

export interface Location {
  uri: string;
  range: Range;
}

/** A part of a document, as the commands about a selection take it. */
export interface Selected {
  /** With its text where the server does not follow it. */
  textDocument: { uri: string; text?: string };
  range: Range;
}

/** What code actions and lenses give their commands. */
export type Given = Selected & { position: Position };

export interface Place extends Location {
  path: string;
  /** File and lines in words. */
  where: string;
}

export interface Source extends Place {
  title: string;
  score: number;
}

export interface Hit extends Source {
  excerpt: string;
}

export interface Found {
  hits: Hit[];
  notes: string[];
}

export interface Quotation {
  path: string;
  range: Range;
  quote: string;
  verified: boolean;
  /** The verdict in words. */
  message: string;
}

/** Of an answer; they are numbered from 1 as they come. */
export type Citation = Quotation & Place & { number: number };

export type AnswerEvent =
  | { event: "sources"; sources: Source[] }
  | { event: "text"; text: string }
  | ({ event: "citation" } & Citation)
  | { event: "notice"; text: string }
  | { event: "done"; by: string };

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

/** The saved citations of a note; the range of each is its own place. */
export interface Verified {
  citations: Quotation[];
  summary: string;
}

export interface VaultStatus {
  root: string;
  share: number;
  indexing: boolean;
  skipped: { path: string; reason: string }[];
  /** What is wrong, if anything is. */
  message: string;
  /** How much is indexed, in words. */
  summary: string;
  /** What is wrong, who answers, and who keeps the index true. */
  facts: string[];
}
