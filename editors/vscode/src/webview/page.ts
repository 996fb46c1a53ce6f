// The script of the answer page: renders messages as nodes.

import type { ToExtension, ToPage } from "../answers/messages";
import { TurnView } from "./turn";

declare function acquireVsCodeApi(): { postMessage(message: ToExtension): void };

const host = acquireVsCodeApi();
const send = (message: ToExtension) => host.postMessage(message);
const turns = document.getElementById("turns") as HTMLElement;
const question = document.getElementById("question") as HTMLTextAreaElement;
const views = new Map<number, TurnView>();

window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
  const following = window.innerHeight + window.scrollY >= document.body.scrollHeight - 40;
  heard(data);
  if (following && views.size > 1) window.scrollTo(0, document.body.scrollHeight);
});

function heard(message: ToPage): void {
  switch (message.type) {
    case "clear":
      views.clear();
      turns.replaceChildren();
      return;
    case "turn": {
      const view = new TurnView(message.turn, message.question, message.about, send);
      views.set(message.turn, view);
      turns.append(view.root);
      return;
    }
    case "event":
      views.get(message.turn)?.show(message.event);
      return;
    case "end":
      views.get(message.turn)?.end(message);
      return;
  }
}

question.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (question.value.trim()) send({ type: "ask", question: question.value.trim() });
  question.value = "";
});

window.addEventListener("keydown", (event) => {
  if (event.key === "Escape") send({ type: "stop" });
});

send({ type: "ready" });
