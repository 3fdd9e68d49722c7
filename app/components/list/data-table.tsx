import { useText } from "#app/locales/use-text.ts";
import { Table } from "#app/ui/table.tsx";
import { Link } from "../link.tsx";

const widths = {
  xs: "w-col-xs",
  sm: "w-col-sm",
  md: "w-col-md",
  lg: "w-col-lg",
  xl: "w-col-xl",
  xxl: "w-col-xxl",
  day: "w-col-day",
  route: "w-col-route",
};
export type ColumnWidth = keyof typeof widths;

export interface TableColumn {
  key: string;
  label: string;
  /**
   * Fixed widths, so that nothing moves when rows arrive: a word, a day, a place, a long
   * number, a stamp or a line of text, the first column; a day with a badge, a route or a line below a number.
   */
  width: ColumnWidth;
  sort?: { href: string; direction: "asc" | "desc" | null };
  /** Right-aligned cells and head. */
  isAmount?: boolean;
}

const ariaSort = { asc: "ascending", desc: "descending" } as const;

/** A table with sort links in its head; its rows are the children. */
export function DataTable({
  caption,
  columns,
  lost,
  look,
  children,
}: {
  caption: string;
  columns: readonly TableColumn[];
  /** Text shown in place of rows that could not be read. */
  lost?: string | null;
  /** See `ListView`. */
  look?: string;
  children: React.ReactNode;
}) {
  const { t } = useText();
  return (
    <Table caption={caption} className={look}>
      <colgroup>
        {columns.map((column) => (
          <col key={column.key} className={widths[column.width]} />
        ))}
      </colgroup>
      <thead>
        <tr data-label={columns.some(({ sort }) => sort) ? t("pager.sort") : undefined}>
          {columns.map(({ key, label, sort, isAmount }) => (
            <th
              key={key}
              scope="col"
              aria-sort={sort?.direction ? ariaSort[sort.direction] : undefined}
              className={isAmount ? "amount" : undefined}
            >
              {sort ? (
                <Link to={sort.href} preventScrollReset>
                  {label}
                </Link>
              ) : (
                label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {children}
        {lost ? (
          <tr>
            <td colSpan={columns.length}>{lost}</td>
          </tr>
        ) : null}
      </tbody>
    </Table>
  );
}
