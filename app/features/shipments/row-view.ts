import type { ShipmentBadge } from "#app/components/status-badge.tsx";

/** A table row: `cells` in column order, the house number first. */
export interface RowView {
  id: string;
  /** Status of the badge. */
  status: ShipmentBadge;
  isFollowed: boolean;
  /** The last reached step of the five steps (`stepOfRow`); 0 when unknown. */
  step: number;
  cells: string[];
}

/**
 * A row as one text. Loader data are sent in the page beside the markup; a text in the order of the markup
 * compresses to a third of the same row as an object (decisions/2026-11-20-list-bytes.md).
 */
export function packRow({ id, status, isFollowed, step, cells }: RowView): string {
  return [id, status, isFollowed ? "f" : "", step, ...cells.map((cell) => cell.replaceAll("\t", " "))].join(
    "\t",
  );
}

export function unpackRow(packed: string): RowView {
  const [id = "", status, followed, step, ...cells] = packed.split("\t");
  return {
    id,
    status: status as ShipmentBadge,
    isFollowed: followed === "f",
    step: Number(step),
    cells,
  };
}
