// Search: results as the person types, with a preview of the passage.

import * as vscode from "vscode";
import { open, Preview, startOf } from "./places";
import type { Found, Hit, Selected } from "./protocol";
import { messageOf, type Server } from "./server";
import { label } from "./shown";

/** Without a key, before the server is asked (milliseconds). */
const PAUSE = 60;

const BESIDE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("split-horizontal"),
  tooltip: "Open to the Side",
};

interface Item extends vscode.QuickPickItem {
  hit?: Hit;
}

/** Search the notes and open what is chosen. */
export async function search(server: Server): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri.toString();
  const list = new HitList("Search your notes");
  list.pick.placeholder = 'Words or a question; "exact phrase", -not, tag:, folder:, after:7d';
  const live = new Live(async (query, cancel) => {
    const given = { query, live: true, ...(uri ? { uri } : {}) };
    list.fill(await server.request<Found>("ragtui/search", given, cancel), query);
  }, list);
  list.pick.onDidChangeValue((value) => live.ask(value));
  const chosen = await list.choose();
  live.stop();
  if (chosen) await open(startOf(chosen.hit), chosen.beside);
}

/** Let the person choose among the sources of a selection. */
export async function chooseSource(
  server: Server,
  selected: Selected,
  title: string,
): Promise<{ hit: Hit; beside: boolean; index: number } | undefined> {
  const list = new HitList(title);
  list.pick.placeholder = "Passages that say what the selection says";
  list.pick.matchOnDetail = true;
  list.pick.busy = true;
  const asked = server.request<Found>("ragtui/findSources", selected).then(
    (found) => list.fill(found, ""),
    (error) => list.fail(error),
  );
  const chosen = await list.choose();
  await asked;
  return chosen;
}

/** Asks while the person types: one request at a time counts, the latest. */
class Live {
  private timer: NodeJS.Timeout | undefined;
  private cancel: vscode.CancellationTokenSource | undefined;

  constructor(
    private readonly find: (query: string, cancel: vscode.CancellationToken) => Promise<void>,
    private readonly list: HitList,
  ) {}

  ask(query: string): void {
    this.stop();
    if (!query.trim()) {
      this.list.clear();
      return;
    }
    this.list.pick.busy = true;
    this.timer = setTimeout(() => void this.run(query), PAUSE);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.cancel?.cancel();
    this.cancel = undefined;
  }

  private async run(query: string): Promise<void> {
    const cancel = new vscode.CancellationTokenSource();
    this.cancel = cancel;
    try {
      await this.find(query, cancel.token);
    } catch (error) {
      if (!cancel.token.isCancellationRequested) this.list.fail(error);
    } finally {
      cancel.dispose();
    }
  }
}

/** A quick pick of hits that previews the one at hand. */
class HitList {
  readonly pick = vscode.window.createQuickPick<Item>();
  private readonly preview = new Preview();

  constructor(title: string) {
    this.pick.title = title;
    // Else VS Code puts first what matches in the title, whatever its score.
    Object.assign(this.pick, { sortByLabel: false });
    this.pick.onDidChangeActive(([item]) => {
      if (item?.hit) void this.preview.show(item.hit).catch(() => undefined);
    });
  }

  choose(): Promise<{ hit: Hit; beside: boolean; index: number } | undefined> {
    return new Promise((resolve) => {
      let done = false;
      const finish = async (item: Item | undefined, beside: boolean) => {
        if (done) return;
        done = true;
        const hits = this.pick.items.filter((each) => each.hit);
        const index = item ? hits.indexOf(item) : -1;
        this.pick.hide();
        await this.preview.restore().catch(() => undefined);
        this.preview.dispose();
        this.pick.dispose();
        resolve(item?.hit && { hit: item.hit, beside, index: index + 1 });
      };
      this.pick.onDidAccept(() => {
        const item = this.pick.selectedItems[0] ?? this.pick.activeItems[0];
        if (item?.hit) void finish(item, false);
      });
      this.pick.onDidTriggerItemButton(({ item }) => void finish(item, true));
      this.pick.onDidHide(() => void finish(undefined, false));
      this.pick.show();
    });
  }

  clear(): void {
    this.pick.busy = false;
    this.pick.items = [];
  }

  fill(found: Found, query: string): void {
    this.pick.busy = false;
    const notes = found.notes.map(
      (note): Item => ({ label: label(note), kind: vscode.QuickPickItemKind.Separator }),
    );
    const hits = found.hits.map((hit) => itemOf(hit, query !== ""));
    const nothing: Item = { label: "$(info) Nothing found", alwaysShow: true };
    this.pick.items = [...notes, ...(hits.length ? hits : [nothing])];
  }

  fail(error: unknown): void {
    this.pick.busy = false;
    this.pick.items = [{ label: `$(error) ${label(messageOf(error))}`, alwaysShow: true }];
  }
}

function itemOf(hit: Hit, alwaysShow: boolean): Item {
  return {
    label: label(hit.title),
    description: `${hit.score.toFixed(2)}  ${hit.path}:${hit.lines[0]}`,
    detail: label(hit.excerpt),
    buttons: [BESIDE],
    alwaysShow,
    hit,
  };
}
