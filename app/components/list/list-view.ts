import type { ListParams } from "./address.ts";
import type { ColumnWidth } from "./data-table.tsx";

/** A code and its name. */
export type Choice = [value: string, label: string];
/** An empty value means all. */
export type Tab = [value: string, label: string, count?: number | string];

export interface ColumnView {
  key: string;
  label: string;
  width: ColumnWidth;
  /** Right-aligned cells and head. */
  isAmount?: boolean;
  /** The value of `sort` in the query. */
  sort?: string;
}

/** A page of a list in the reader's language. */
export interface ListView<Row, Column extends ColumnView = ColumnView> {
  /** The path of the list. */
  base: string;
  /** Parameters of its query, without the page. */
  params: ListParams;
  page: number;
  pageSize: number;
  total: number;
  /** There are more than `total`: counting stopped there. */
  isTotalCapped: boolean;
  /** Text for rows that could not be read. */
  lost: string | null;
  columns: Column[];
  rows: Row[];
  tabs: Tab[];
  /** The parameter that the tabs set, `status` by default; with several, a tab's value is a query of them. */
  tabName?: string | readonly string[];
  /** Below the table: the time zone of its times. */
  note: string;
  /** The order of the rows, where no column shows it. */
  order?: string | null;
  /** Classes of the table: `cards` for three lines a record on a phone, `compact` for one line a row. */
  look?: string;
}

/** An active filter: its text, and the parameters that removing it clears. */
export interface Chip {
  names: string[];
  text: string;
}

/** A field of the filter panel. */
export interface FilterField {
  kind: "text" | "choice" | "day" | "flag";
  name: string;
  label: string;
  /** Maximum length of a text. */
  max?: number;
  /** Options of a select. */
  choices?: Choice[];
  /** Suggestions for a text. */
  offered?: string[];
}
export interface FilterGroup {
  legend: string;
  fields: FilterField[];
  note?: string;
}

/** A list with a filter panel. */
export interface FilteredView {
  params: ListParams;
  base: string;
  /** The search box: its parameter, and its name. */
  box: Choice;
  /** The fields of the filter panel; null while it is closed, undefined where there is none. */
  panel: FilterGroup[] | null | undefined;
  chips: Chip[];
  /** Why a field has no effect. */
  problems: { field: string; text: string }[];
}

/** All columns of the column panel with their visibility; the first is always shown. */
export type ColumnChoices = [...Choice, isShown: boolean][];
