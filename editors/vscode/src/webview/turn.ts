// One question with its answer as it streams: text with chips, citations, sources, buttons.

import type { ToExtension, ToPage } from "../answers/messages";
import type { AnswerEvent, Citation, Source } from "../protocol";
import { visible } from "../shown";
import { element, rendered } from "./markdown";

/** The class of a chip by the sign of its citation. */
const KINDS: Record<string, string> = { "✓": "verified", "¶": "found" };

export class TurnView {
  readonly root = element("section", "", "turn");
  private readonly answer = element("div", "", "answer");
  private readonly notices = element("ul", "", "notices");
  private readonly cited = list("Citations");
  private readonly sources = list("Sources");
  private readonly origin = element("span", "", "origin");
  private readonly buttons = element("div", "", "buttons");
  private text = "";
  private readonly remarks = new Set<string>();
  private citations: Citation[] = [];
  private frame = 0;

  constructor(
    private readonly number: number,
    question: string,
    about: string,
    private readonly send: (message: ToExtension) => void,
  ) {
    this.root.append(element("h2", question));
    if (about) this.root.append(element("p", about, "about"));
    this.answer.append(element("p", "Searching your notes…", "waiting"));
    const stop = button("Stop", () => send({ type: "stop" }));
    this.buttons.append(stop, this.origin);
    this.cited.root.hidden = this.sources.root.hidden = true;
    this.root.append(this.answer, this.notices, this.buttons, this.cited.root, this.sources.root);
  }

  show(event: AnswerEvent): void {
    switch (event.event) {
      case "text":
        this.text += event.text;
        if (event.remark) this.remarks.add(event.text.trim());
        return this.soon();
      case "citation":
        this.cite(event);
        return this.soon();
      case "notice":
        return this.notices.append(element("li", event.text));
      case "sources":
        for (const [index, source] of event.sources.entries()) this.addSource(source, index);
        if (!this.text) this.answer.replaceChildren(element("p", "Reading…", "waiting"));
        return;
      case "done":
        this.origin.textContent = event.by;
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

  /** Redraw the text with the next frame, however many events arrived. */
  private soon(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const marks = {
        chip: (number: number) => this.citations.slice(number - 1, number).map(this.chipOf, this)[0],
        remarks: this.remarks,
        link: (target: string) => this.send({ type: "link", target }),
      };
      this.answer.replaceChildren(rendered(this.text, marks));
    });
  }

  private chipOf(citation: Citation): HTMLElement {
    const kind = `chip ${KINDS[citation.sign] ?? "unverified"}`;
    const open = () => this.open("citations", citation.number - 1);
    const chip = button(`${citation.number} ${citation.sign}`, open, kind);
    chip.title = visible(`${citation.message}\n${citation.where}\n“${citation.words}”`);
    chip.setAttribute("aria-label", `Citation ${citation.number}: ${citation.message}`);
    return chip;
  }

  private cite(citation: Citation): void {
    const count = this.citations.push(citation);
    const place = button(citation.where, () => this.open("citations", count - 1), "place");
    const row = [this.chipOf(citation), place, element("q", citation.words)];
    if (!citation.verified) row.push(element("span", citation.message, "verdict"));
    const good = this.citations.filter((each) => each.verified).length;
    this.cited.add(row, `${count}, ${good === count ? "all" : good} verified`);
  }

  private addSource(source: Source, index: number): void {
    const title = button(source.title, () => this.open("sources", index), "place");
    this.sources.add([title, element("span", source.where, "path")], `${index + 1}`);
  }

  private open(list: "citations" | "sources", index: number): void {
    this.send({ type: "open", turn: this.number, list, index });
  }
}

/** A collapsible list, with its size in the heading. */
function list(name: string) {
  const root = document.createElement("details");
  const heading = element("summary", name);
  const rows = element("ol");
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
