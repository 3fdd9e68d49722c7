import type { ColumnWidth } from "#app/components/list/data-table.tsx";
import type { ColumnView } from "#app/components/list/list-view.ts";
import type { ShipmentState } from "#app/components/shipment-badge.tsx";
import { STAMP_MARK } from "#app/components/time.tsx";
import type { Line } from "#app/lib/moment.ts";
import type { CardPart, ColumnKind } from "./columns.server.ts";

export interface ShipmentColumnView extends ColumnView {
  kind?: ColumnKind;
  /** Its place in the three lines of a card. */
  card?: CardPart;
}

/** A table row: `cells` in column order. */
export interface RowView {
  id: string;
  /** Status of the badge. */
  status: ShipmentState;
  isFollowed: boolean;
  /** What comes next is up to the reader's company. */
  isOwnTurn: boolean;
  /** The last reached step of the five steps (`stepOfRow`); 0 when unknown. */
  step: number;
  cells: string[];
}

/**
 * A row as one text. Loader data are sent in the page beside the markup; a text in the order of the markup
 * compresses to a third of the same row as an object (decisions/look-and-bytes.md).
 */
export function packRow({ id, status, isFollowed, isOwnTurn, step, cells }: RowView): string {
  const flags = (isFollowed ? "f" : "") + (isOwnTurn ? "o" : "");
  return [id, status, flags, step, ...cells.map((cell) => cell.replaceAll("\t", " "))].join("\t");
}

export function unpackRow(packed: string): RowView {
  const [id = "", status, flags = "", step, ...cells] = packed.split("\t");
  return {
    id,
    status: status as ShipmentState,
    isFollowed: flags.includes("f"),
    isOwnTurn: flags.includes("o"),
    step: Number(step),
    cells,
  };
}

/** A line for a cell; `packedLine` draws it. */
export const packLine = (line: Line): string =>
  typeof line === "string" ? line : `${line.text}${STAMP_MARK}${line.stamp}`;

/** The columns as one text, a line each, for the same reason. */
export function packColumns(columns: readonly ShipmentColumnView[]): string {
  return columns
    .map(({ key, label, width, kind = "", card = "", sort = "" }) =>
      [key, label, width, kind, card, sort].join("\t"),
    )
    .join("\n");
}

export function unpackColumns(packed: string): ShipmentColumnView[] {
  return packed.split("\n").map((line) => {
    const [key = "", label = "", width, kind, card, sort] = line.split("\t");
    return {
      key,
      label,
      width: width as ColumnWidth,
      kind: (kind || undefined) as ColumnKind,
      card: (card || undefined) as CardPart | undefined,
      sort: sort || undefined,
    };
  });
}
