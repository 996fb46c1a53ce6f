// A list of locations that previews the active one.

import * as vscode from "vscode";
import { Preview } from "./places";
import type { Found, Location } from "./protocol";
import { messageOf } from "./server";
import { label } from "./shown";

export interface Row extends vscode.QuickPickItem {
  place?: Location;
  /** The rows that choosing this one adds. */
  further?: Row[];
}

/** The chosen item and its number, from 1. */
export interface Chosen {
  place: Location;
  number: number;
}

export class PlaceList {
  readonly pick = vscode.window.createQuickPick<Row>();
  private readonly preview = new Preview();

  constructor(title: string, placeholder: string) {
    // Without sortByLabel VS Code sorts title matches first, regardless of score.
    Object.assign(this.pick, { title, placeholder, matchOnDetail: true, sortByLabel: false });
    this.pick.onDidChangeActive(([row]) => {
      if (row?.place) void this.preview.show(row.place).catch(() => undefined);
    });
  }

  /** Let the user choose; the previous view is restored in any case. */
  async choose(): Promise<Chosen | undefined> {
    const place = await new Promise<Location | undefined>((resolve) => {
      this.pick.onDidAccept(() => {
        const [row] = this.pick.activeItems;
        if (row?.place) resolve(row.place);
        else if (row?.further) this.fill(this.pick.items.flatMap((item) => item.further ?? item));
      });
      this.pick.onDidHide(() => resolve(undefined));
      this.pick.show();
    });
    const places = this.pick.items.flatMap((row) => row.place ?? []);
    this.pick.dispose();
    await this.preview.end().catch(() => undefined);
    return place && { place, number: places.indexOf(place) + 1 };
  }

  fill(rows: Row[]): void {
    this.pick.busy = false;
    this.pick.items = rows;
  }

  fail(error: unknown): void {
    this.fill([{ label: `$(error) ${label(messageOf(error))}`, alwaysShow: true }]);
  }
}

/** The rows of the results; all of them, whatever is typed, if `alwaysShow`. */
export function rowsOf({ hits, notes, listed, weaker }: Found, alwaysShow: boolean): Row[] {
  const kind = vscode.QuickPickItemKind.Separator;
  const remarks = notes.map((note): Row => ({ label: label(note), kind }));
  const found = hits.map(
    (hit): Row => ({
      label: label(hit.title),
      description: label(hit.where),
      detail: label(hit.excerpt),
      alwaysShow,
      place: hit,
    }),
  );
  const further = found.splice(listed);
  if (further.length) found.push({ label: `$(chevron-down) ${weaker}`, alwaysShow: true, further });
  return [...remarks, ...(found.length ? found : [{ label: "$(info) Nothing found", alwaysShow: true }])];
}
