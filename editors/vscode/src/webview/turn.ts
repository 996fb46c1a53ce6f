// One question with its answer as it grows: text with chips, citations, sources, buttons.

import type { ToExtension, ToPage } from "../answers/messages";
import type { AnswerEvent, Citation, Source } from "../protocol";
import { visible } from "../shown";
import { element, rendered } from "./markdown";

export type Send = (message: ToExtension) => void;

export class TurnView {
  readonly root = element("section", "", "turn");
  private readonly answer = element("div", "", "answer");
  private readonly notices = element("ul", "", "notices");
  private readonly cited = list("Citations");
  private readonly sources = list("Sources");
  private readonly origin = element("span", "", "origin");
  private readonly buttons = element("div", "", "buttons");
  private text = "";
  private citations: Citation[] = [];
  private frame = 0;

  constructor(
    private readonly number: number,
    question: string,
    about: string,
    private readonly send: Send,
  ) {
    this.root.append(element("h2", question));
    if (about) this.root.append(element("p", about, "about"));
    this.answer.append(element("p", "Searching your notes…", "waiting"));
    this.buttons.append(
      button("Stop", () => send({ type: "stop" })),
      this.origin,
    );
    this.cited.root.hidden = this.sources.root.hidden = true;
    this.root.append(this.answer, this.notices, this.buttons, this.cited.root, this.sources.root);
  }

  told(event: AnswerEvent): void {
    switch (event.event) {
      case "text":
        this.text += event.text;
        return this.soon();
      case "citation":
        this.citations.push(event);
        this.cite(event, this.citations.length - 1);
        return this.soon();
      case "notice":
        this.notices.append(element("li", event.text));
        return;
      case "sources":
        event.sources.forEach((source, index) => {
          this.addSource(source, index);
        });
        if (!this.text) this.answer.replaceChildren(element("p", "Reading…", "waiting"));
        return;
      case "done":
        this.origin.textContent = origin(event);
        return;
    }
  }

  end({ outcome, message }: Extract<ToPage, { type: "end" }>): void {
    const turn = this.number;
    this.buttons.firstChild?.remove();
    if (outcome === "done") {
      this.buttons.prepend(
        button("Copy", () => this.send({ type: "copy", turn })),
        button("Insert into Note", () => this.send({ type: "insert", turn })),
      );
    } else {
      this.answer.querySelector(".waiting")?.remove();
      this.buttons.prepend(element("p", message, outcome));
    }
  }

  /** Draw the text anew with the next picture, however many pieces came meanwhile. */
  private soon(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const marks = {
        chip: (number: number) => this.chip(number),
        link: (target: string) => this.send({ type: "link", target }),
      };
      this.answer.replaceChildren(rendered(this.text, marks));
    });
  }

  private chip(number: number): Node | undefined {
    const index = this.citations.findIndex((each) => each.number === number);
    const citation = this.citations[index];
    return citation && this.chipOf(citation, index);
  }

  private chipOf(citation: Citation, index: number): HTMLElement {
    const kind = citation.verified ? "chip verified" : "chip unverified";
    const chip = button(`${citation.number}`, () => this.openCitation(index), kind);
    chip.title = visible(`${citation.message}\n${placeOf(citation)}\n“${citation.quote}”`);
    chip.setAttribute("aria-label", `Citation ${citation.number}: ${citation.message}`);
    return chip;
  }

  private cite(citation: Citation, index: number): void {
    const place = button(placeOf(citation), () => this.openCitation(index), "place");
    const row = [this.chipOf(citation, index), place, element("q", citation.quote)];
    if (!citation.verified) row.push(element("span", citation.message, "verdict"));
    const bad = this.citations.filter((each) => !each.verified).length;
    const count = this.citations.length;
    this.cited.add(row, bad ? `${count}, ${bad} not verified` : `${count}, all verified`);
  }

  private addSource(source: Source, index: number): void {
    const open = () => this.send({ type: "openSource", turn: this.number, index });
    const score = element("span", source.score.toFixed(2), "score");
    const row = [score, button(source.title, open, "place"), element("span", placeOf(source), "path")];
    this.sources.add(row, `${index + 1}`);
  }

  private openCitation(index: number): void {
    this.send({ type: "openCitation", turn: this.number, index });
  }
}

/** A list that can be folded, with its size in the heading. */
function list(name: string) {
  const root = document.createElement("details");
  const heading = element("summary", name);
  const rows = document.createElement("ol");
  root.open = name === "Citations";
  root.append(heading, rows);
  return {
    root,
    add(parts: Node[], size: string) {
      root.hidden = false;
      heading.textContent = `${name} (${size})`;
      rows.appendChild(document.createElement("li")).append(...parts);
    },
  };
}

function button(text: string, clicked: () => void, name = ""): HTMLElement {
  const made = element("button", text, name);
  made.addEventListener("click", clicked);
  return made;
}

function placeOf({ path, lines: [first, last] }: Citation | Source): string {
  return first === last ? `${path}, line ${first}` : `${path}, lines ${first}–${last}`;
}

function origin(done: { provider: string; model: string; confidence: string }): string {
  const by = done.model || done.provider;
  return done.confidence === "low" ? `${by} · low confidence` : by;
}
