/**
 * How the table of a report is shown, as parameters of its address: `order` is the key of a column, "-" before it for
 * the largest first; `columns` are the keys of those that are shown, in order; `fold` leaves out the rows of a second group.
 * Nothing of it asks the provider.
 */
export type TableLook = Record<(typeof lookParams)[number], string>;
const lookParams = ["order", "columns", "fold"] as const;

export const lookOf = (search: URLSearchParams): TableLook => ({
  order: search.get("order") ?? "",
  columns: search.get("columns") ?? "",
  fold: search.get("fold") ?? "",
});

/** The address with another look, or with none where it is the usual one. */
export function withLook(address: string, look: Partial<TableLook>): string {
  const [path = "", query] = address.split("?");
  const search = new URLSearchParams(query);
  for (const name of lookParams) {
    const value = look[name];
    if (value) search.set(name, value);
    else if (value === "") search.delete(name);
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** The column that `order` names. */
export const readOrder = (order: string): { id: string; desc: boolean } =>
  order.startsWith("-") ? { id: order.slice(1), desc: true } : { id: order, desc: false };

/** The keys that are shown, in order: those of `columns` that there are, all of them without. The first one always is. */
export function readColumns(columns: string, keys: readonly string[]): string[] {
  const [first = "", ...others] = keys;
  const chosenKeys = [...new Set(columns.split("."))].filter((key) => others.includes(key));
  return [first, ...(chosenKeys.length > 0 ? chosenKeys : others)];
}

export const columnsText = (shownKeys: readonly string[], keys: readonly string[]): string =>
  shownKeys.length === keys.length && shownKeys.every((key, index) => key === keys[index])
    ? ""
    : shownKeys.slice(1).join(".");
