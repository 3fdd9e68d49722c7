import { nameKey, type PaperSaying } from "#app/lib/paper-check.ts";
import { below, type PaperCell, type PaperRow } from "./rows.ts";
import { type CellLabel, labelOf } from "./words.ts";

const NAME_LENGTH = 150;
const ORDERS = 200;
/** A name that a line ends goes on with one of these. */
const LEGAL_FORM =
  /^(?:CO\.?,?\s?LTD|LTD|LIMITED|INC|LLC|GMBH|CORP|CORPORATION|COMPANY|PTE|PVT|S\.?A|B\.?V|有限公司|股份有限公司)(?![\p{L}\p{N}])/iu;

const isLabel = (text: string): boolean => {
  const label = labelOf(text);
  return label !== null && (label.rest === "" || label.isOpen);
};
const isName = (text: string): boolean =>
  text.length <= NAME_LENGTH && /\p{L}.*\p{L}/u.test(text) && !/^[([]/.test(text) && !isLabel(text);

interface Place {
  rows: readonly PaperRow[];
  row: number;
  cell: PaperCell;
  label: CellLabel;
}

/** Where a label stands on the paper. */
const placesOf = (rows: readonly PaperRow[], of: CellLabel["of"]): Place[] =>
  rows.flatMap((cells, row) =>
    cells.flatMap((cell) => {
      const label = labelOf(cell.text);
      return label?.of === of ? [{ rows, row, cell, label }] : [];
    }),
  );

/** The name after, beside or under its label; null when two places say two. */
export function nameUnder(rows: readonly PaperRow[], of: "shipper" | "consignee"): PaperSaying | null {
  const names = placesOf(rows, of).flatMap((place) => nameAt(place) ?? []);
  const [first] = names;
  return first && names.every(({ value }) => nameKey(value) === nameKey(first.value)) ? first : null;
}

function nameAt({ rows, row, cell, label }: Place): PaperSaying | null {
  // "Shipper's load and count" names nobody.
  if (label.rest !== "")
    return label.isOpen && isName(label.rest) ? { value: label.rest, text: cell.text } : null;
  const beside = rows[row]!.find(({ x }) => x >= cell.end);
  const under = below(rows, row, cell);
  const places = [beside && { cell: beside, row }, under];
  // In a box the name stands under its label, after a colon beside it.
  if (!label.isOpen) places.reverse();
  const place = places.find((one) => one && isName(one.cell.text));
  if (!place) return null;
  const next = below(rows, place.row, place.cell)?.cell.text ?? "";
  const value = LEGAL_FORM.test(next) ? `${place.cell.text} ${next}` : place.cell.text;
  return { value, text: `${cell.text} ${value}` };
}

/** The order numbers of a text that holds nothing else. */
function ordersIn(text: string): string[] {
  const parts = text.split(/[\s,;、/&]+/).filter(Boolean);
  const isAll = parts.every(
    (part) =>
      /^[A-Z0-9][A-Z0-9\-_.]{2,29}$/i.test(part) && /\d/.test(part) && !/^\d{4}-\d\d-\d\d$/.test(part),
  );
  return isAll ? parts : [];
}

/** All order numbers of the paper, sorted. */
export function ordersUnder(rows: readonly PaperRow[]): PaperSaying | null {
  const places = placesOf(rows, "orders");
  const orders = [...new Set(places.flatMap(ordersAt))].sort();
  const [first] = places;
  if (!first || orders.length === 0 || orders.length > ORDERS) return null;
  const value = orders.join(", ");
  return { value, text: first.label.rest === "" ? `${first.cell.text} ${value}` : first.cell.text };
}

function ordersAt({ rows, row, cell, label }: Place): string[] {
  if (label.rest !== "") return ordersIn(label.rest);
  const beside = rows[row]!.find(({ x }) => x >= cell.end);
  const named = beside ? ordersIn(beside.text) : [];
  if (named.length > 0) return named;
  const orders: string[] = [];
  for (let place = below(rows, row, cell); place; place = below(rows, place.row, cell)) {
    if (isLabel(place.cell.text) || orders.length > ORDERS) break;
    orders.push(...ordersIn(place.cell.text));
  }
  return orders;
}
