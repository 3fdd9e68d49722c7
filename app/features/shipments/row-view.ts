import type { ShipmentStatusFilter } from "#app/contract/shipment-code.ts";

/** A table row: `cells` in column order, the house number first. */
export interface RowView {
  id: string;
  /** Status of the badge. */
  status: ShipmentStatusFilter;
  isFollowed: boolean;
  cells: string[];
}

/**
 * A row as one text. Loader data are sent in the page beside the markup; a text in the order of the markup
 * compresses to a third of the same row as an object (decisions/2026-11-20-list-bytes.md).
 */
export function packRow({ id, status, isFollowed, cells }: RowView): string {
  return [id, status, isFollowed ? "f" : "", ...cells.map((cell) => cell.replaceAll("\t", " "))].join("\t");
}

export function unpackRow(packed: string): RowView {
  const [id = "", status, followed, ...cells] = packed.split("\t");
  return {
    id,
    status: status as ShipmentStatusFilter,
    isFollowed: followed === "f",
    cells,
  };
}
