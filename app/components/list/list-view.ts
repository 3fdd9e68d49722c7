import type { ListParams } from "./address.ts";
import type { ColumnWidth } from "./data-table.tsx";

/** A code and what it is called. */
export type Choice = [value: string, label: string];
/** An empty value: all. */
export type Tab = [value: string, label: string, count?: number];

export interface ColumnView {
  key: string;
  label: string;
  width: ColumnWidth;
  /** The cells stand to the right, so the head does. */
  isAmount?: boolean;
  /** The value of `sort` in the address. */
  sort?: string;
}

/** A page of a list: what the provider found for its address, in the reader's language. */
export interface ListView<Row, Column extends ColumnView = ColumnView> {
  /** The path of the list. */
  base: string;
  /** What its address holds beside the page. */
  params: ListParams;
  page: number;
  pageSize: number;
  total: number;
  /** There are more than `total`; counting stopped there. */
  isTotalCapped: boolean;
  /** Says that rows could not be read. */
  lost: string | null;
  columns: Column[];
  rows: Row[];
  tabs: Tab[];
  /** Below the table: on whose clock its times are. */
  note: string;
}

/** A filter in use: what it says, and which fields of the address go when it is taken away. */
export interface Chip {
  names: string[];
  text: string;
}

/** A field of the panel of filters. */
export interface FilterField {
  kind: "text" | "choice" | "day" | "flag";
  name: string;
  label: string;
  /** Of a text: how many characters it takes. */
  max?: number;
  /** What a choice is between. */
  choices?: Choice[];
  /** What a text may be completed to. */
  offered?: string[];
}
export interface FilterGroup {
  legend: string;
  fields: FilterField[];
  note?: string;
}

/** A list with a panel of filters. */
export interface FilteredView {
  params: ListParams;
  base: string;
  /** What the panel of filters offers; null while it is closed. */
  panel: FilterGroup[] | null;
  chips: Chip[];
  /** Why a field does not filter. */
  problems: { field: string; text: string }[];
}

/** Of the panel of columns: every column, and whether it is shown; the first is always. */
export type ColumnChoices = [...Choice, isShown: boolean][];
