import type { Line } from "#app/lib/moment.ts";
import { ClampedText } from "../clamped-text.tsx";
import { Link } from "../link.tsx";
import { timed } from "../moment.tsx";
import { StatusBadge } from "../status-badge.tsx";
import type { ColumnView } from "./list-view.ts";

/** A record of a list whose first columns are number and status. */
export interface ListRow {
  number: string;
  /** Null when it has no detail page. */
  href: string | null;
  /** Below the number. */
  below: string | null;
  status: React.ComponentProps<typeof StatusBadge>["status"];
  statusLabel: string;
  /** Below the status. */
  notice?: { text: Line; isLate: boolean; isSoon: boolean } | null;
  /** Further cells after number and status, in column order. */
  cells: Line[];
}

export function ListRows({ rows, columns }: { rows: readonly ListRow[]; columns: readonly ColumnView[] }) {
  return rows.map(({ number, href, below, status, statusLabel, notice, cells }) => (
    <tr key={number}>
      <th scope="row">
        {href ? (
          <Link to={href} className="text-link underline">
            {number}
          </Link>
        ) : (
          number
        )}{" "}
        {below ? (
          <span className="block text-xs font-normal text-quiet">
            <ClampedText text={below} />
          </span>
        ) : null}
      </th>
      <td data-label={columns[1]?.label}>
        <StatusBadge status={status} label={statusLabel} />
        {notice === undefined ? null : " "}
        {notice ? (
          <span
            className={`block text-xs ${notice.isLate ? "text-danger" : notice.isSoon ? "text-warning" : "text-quiet"}`}
          >
            {timed(notice.text)}
          </span>
        ) : null}
      </td>
      <Cells columns={columns} cells={cells} />
    </tr>
  ));
}

/** A cell: text that may be long, or a time. */
export const cellOf = (line: Line | undefined): React.ReactNode =>
  line && (typeof line === "string" ? <ClampedText text={line} /> : timed(line));

/** The cells of a row's last columns. */
export function Cells({ columns, cells }: { columns: readonly ColumnView[]; cells: readonly Line[] }) {
  return columns.slice(-cells.length).map(({ key, label, isAmount }, index) => (
    <td key={key} data-label={label} className={isAmount ? "amount" : undefined}>
      {cellOf(cells[index])}
    </td>
  ));
}
