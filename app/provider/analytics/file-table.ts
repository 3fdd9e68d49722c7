import type { Cell } from "../output/xlsx-stream.ts";
import type { FileFacts } from "./file-facts.ts";

/** The figures of a report, as each kind of file shows them. */
export interface FileTable extends FileFacts {
  title: string;
  /** Without its ending. */
  fileName: string;
  columns: FileColumn[];
  /** The first `labels` columns name the group. */
  labels: number;
  rows: FileRow[];
  /** What was not shown by itself, and all together. */
  sums: Cell[][];
  /** Columns that the chart draws, side by side when they are parts of one whole. */
  chart: { columns: number[]; isStacked: boolean };
  words: { about: string; chart: string; unit: string };
}

export interface FileColumn {
  heading: string;
  kind?: "decimal" | "month" | "words";
  /** Of amounts. */
  currency?: string;
}

export interface FileRow {
  cells: Cell[];
  /** Rows within another are left out of the chart. */
  isWithin: boolean;
}
