// Messages between the extension and the answer page. A turn is a question with
// its answer; the page refers to locations by number, which the extension resolves.

import type { AnswerEvent } from "../protocol";

export type ToPage =
  | { type: "clear" }
  | { type: "turn"; turn: number; question: string; about: string }
  | { type: "event"; turn: number; event: AnswerEvent }
  | { type: "end"; turn: number; outcome: "done" | "stopped" | "failed"; message: string };

export type ToExtension =
  | { type: "ready" }
  | { type: "stop" }
  | { type: "ask"; question: string }
  | { type: "link"; target: string }
  | { type: "open"; turn: number; list: "citations" | "sources"; index: number }
  | { type: "copy"; turn: number }
  | { type: "insert"; turn: number };
