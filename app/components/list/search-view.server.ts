import type { Visit } from "#app/access/visit.server.ts";
import { transportModes } from "#app/contract/freight-code.ts";
import type { ListParams } from "./address.ts";
import type { Choice, FilteredView, FilterField } from "./list-view.ts";

/** A field of a list's search. */
export type ListField = Pick<FilterField, "name" | "label" | "max" | "choices"> & {
  kind?: FilterField["kind"];
};

/**
 * Search box and filters of a list for its address: the first field is the box, the others stand in the panel, where `?panel=filters`
 * opens it.
 * @param legend of the panel
 */
export function searchView(
  { base, params }: { base: string; params: ListParams },
  search: URLSearchParams,
  legend: string,
  [box, ...filters]: [ListField, ...ListField[]],
): FilteredView {
  const fields = filters.map((field): FilterField => ({ kind: "text", max: 100, ...field }));
  const isOpen = search.getAll("panel").at(-1) === "filters";
  return {
    base,
    params,
    box: [box.name, box.label],
    panel: fields.length === 0 ? undefined : isOpen ? [{ legend, fields }] : null,
    chips: fields.flatMap(({ name, label, choices = [] }) => {
      const value = params[name];
      const [, text = value] = choices.find(([code]) => code === value) ?? [];
      return value ? [{ names: [name], text: `${label}: ${text}` }] : [];
    }),
    problems: [],
  };
}

/** Search by words, and the transport mode as the filter. */
export function modeSearch(
  { t }: Visit,
  address: { base: string; params: ListParams },
  search: URLSearchParams,
  words: string,
): FilteredView {
  const label = t("shipments:filter.mode");
  const choices = transportModes.map((mode): Choice => [mode, t(`freight:mode.${mode}`)]);
  return searchView(address, search, label, [
    { name: "keyword", label: words },
    { name: "mode", label, kind: "choice", choices },
  ]);
}
