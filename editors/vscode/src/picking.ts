// A list of places that previews the one at hand.

import * as vscode from "vscode";
import { Preview } from "./places";
import type { Found, Hit, Location } from "./protocol";
import { messageOf } from "./server";
import { label } from "./shown";

export interface Row extends vscode.QuickPickItem {
  place?: Location;
}

/** What was chosen: its number, from 1, and whether to open it beside the rest. */
export interface Chosen {
  place: Location;
  number: number;
  beside: boolean;
}

const BESIDE = { iconPath: new vscode.ThemeIcon("split-horizontal"), tooltip: "Open to the Side" };

export class PlaceList {
  readonly pick = vscode.window.createQuickPick<Row>();
  private readonly preview = new Preview();

  constructor(title: string, placeholder: string) {
    Object.assign(this.pick, { title, placeholder, matchOnDetail: true });
    // Else VS Code puts first what matches in the title, whatever its score.
    Object.assign(this.pick, { sortByLabel: false });
    this.pick.onDidChangeActive(([row]) => {
      if (row?.place) void this.preview.show(row.place).catch(() => undefined);
    });
  }

  /** Let the person choose; what was there before comes back in any case. */
  choose(): Promise<Chosen | undefined> {
    return new Promise((resolve) => {
      const finish = async (row: Row | undefined, beside: boolean) => {
        const number = this.pick.items.filter((each) => each.place).indexOf(row as Row) + 1;
        resolve(row?.place && { place: row.place, number, beside });
        this.pick.dispose();
      };
      this.pick.onDidAccept(() => {
        const row = this.pick.selectedItems[0] ?? this.pick.activeItems[0];
        if (row?.place) void finish(row, false);
      });
      this.pick.onDidTriggerItemButton(({ item }) => void finish(item, true));
      this.pick.onDidHide(() => void finish(undefined, false));
      this.pick.show();
    }).then(async (chosen) => {
      await this.preview.restore().catch(() => undefined);
      this.preview.dispose();
      return chosen as Chosen | undefined;
    });
  }

  fill(rows: Row[]): void {
    this.pick.busy = false;
    this.pick.items = rows;
  }

  fail(error: unknown): void {
    this.fill([{ label: `$(error) ${label(messageOf(error))}`, alwaysShow: true }]);
  }
}

/** The rows of what was found; all of them, whatever is typed, if `alwaysShow`. */
export function rowsOf({ hits, notes }: Found, alwaysShow: boolean): Row[] {
  const kind = vscode.QuickPickItemKind.Separator;
  const told = notes.map((note): Row => ({ label: label(note), kind }));
  const nothing: Row = { label: "$(info) Nothing found", alwaysShow: true };
  return [...told, ...(hits.length ? hits.map((hit) => rowOf(hit, alwaysShow)) : [nothing])];
}

function rowOf(hit: Hit, alwaysShow: boolean): Row {
  return {
    label: label(hit.title),
    description: `${hit.score.toFixed(2)}  ${hit.path}:${hit.lines[0]}`,
    detail: label(hit.excerpt),
    buttons: [BESIDE],
    alwaysShow,
    place: hit,
  };
}
