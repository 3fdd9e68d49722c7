import {
  columnOrderingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { useLocation } from "react-router";
import { Link } from "#app/components/link.tsx";
import { DataTable } from "#app/components/list/data-table.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import type { ReportCell, ReportTable, TableRow } from "./table.server.ts";
import { columnsText, lookOf, readColumns, readOrder, withLook } from "./table-look.ts";

type Row = TableRow;
type Value = NonNullable<ReportCell["value"]>;

const features = tableFeatures({
  rowSortingFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});
const helper = createColumnHelper<typeof features, Row>();

/** The table of a report: sorted, and its columns chosen and moved, by links of its address, with scripts in place. */
export function Figures({ table, caption }: { table: ReportTable; caption: string }) {
  const { pathname, search } = useLocation();
  const { heads, rows, sums, language } = table;
  const look = lookOf(new URLSearchParams(search));
  const keys = useMemo(() => heads.map(({ key }) => key), [heads]);
  const shownColumns = readColumns(look.columns, keys);
  const order = readOrder(look.order);
  const sorted = keys.includes(order.id) ? order : null;
  const columns = useMemo(() => {
    const { compare } = new Intl.Collator(language);
    return helper.columns(
      keys.map((key, index) =>
        helper.accessor((row) => row.cells[index]?.value ?? undefined, {
          id: key,
          // What is not stated is last, whichever way.
          sortUndefined: "last",
          sortFn: (one, other, id) => {
            const [a, b] = [one.getValue<Value>(id), other.getValue<Value>(id)];
            return typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b));
          },
        }),
      ),
    );
  }, [keys, language]);
  const model = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ key }, _, parent) => (parent ? `${parent.id} ${key}` : key),
    getSubRows: ({ below }) => below,
    state: {
      sorting: sorted ? [sorted] : [],
      columnOrder: shownColumns,
      columnVisibility: Object.fromEntries(keys.map((key) => [key, shownColumns.includes(key)])),
    },
  });
  const address = pathname + search;
  const hasBelow = rows.some(({ below }) => below);
  const isFolded = look.fold !== "";
  const isNumber = (key: string) => key !== "group" && key !== "only";
  const visible = model.getVisibleLeafColumns().map(({ id }) => id);
  const cellsOf = ({ cells }: Row) => visible.map((key) => ({ key, cell: cells[keys.indexOf(key)] }));
  return (
    <>
      <DataTable
        caption={caption}
        columns={visible.map((key, index) => {
          const direction = sorted?.id === key ? (sorted.desc ? "desc" : "asc") : null;
          // Numbers begin with the largest.
          const isNextDown = direction ? direction === "asc" : isNumber(key);
          return {
            key,
            label: labelOf(table, key),
            isAmount: index > 0,
            width: index === 0 ? ("xl" as const) : ("sm" as const),
            ...(key !== "only" && {
              sort: { direction, href: withLook(address, { order: `${isNextDown ? "-" : ""}${key}` }) },
            }),
          };
        })}
      >
        {model
          .getRowModel()
          .rows.map(({ id, original, subRows }) => [
            <FigureRow key={id} cells={cellsOf(original)} table={table} isSum={hasBelow && !isFolded} />,
            ...(isFolded
              ? []
              : [
                  ...subRows.map((row) => row.original),
                  ...(original.belowRest ? [original.belowRest] : []),
                ].map((below) => (
                  <FigureRow
                    key={`${id} ${below.key}`}
                    cells={cellsOf(below)}
                    table={table}
                    parent={original.cells[0]?.text}
                  />
                ))),
          ])}
        {sums.map((sum) => (
          <FigureRow key={`${sum.key} of all`} cells={cellsOf(sum)} table={table} isSum={sum.key === "all"} />
        ))}
      </DataTable>
      {hasBelow ? (
        <p className="mt-2 print:hidden">
          <Link
            to={withLook(address, { fold: isFolded ? "" : "yes" })}
            preventScrollReset
            className="py-1 text-link underline"
          >
            {isFolded ? table.words.unfold : table.words.fold}
          </Link>
        </p>
      ) : null}
      <ColumnChoice table={table} shown={shownColumns} address={address} />
    </>
  );
}

const labelOf = ({ heads }: ReportTable, key: string) => heads.find((head) => head.key === key)?.label ?? "";

function FigureRow({
  cells: [head, ...cells],
  table,
  isSum = false,
  parent,
}: {
  cells: { key: string; cell: ReportCell | undefined }[];
  table: ReportTable;
  isSum?: boolean;
  /** The group that the row is below. */
  parent?: string | undefined;
}) {
  return (
    <tr className={isSum ? "font-semibold" : undefined}>
      <th scope="row">
        {parent === undefined ? (
          isSum ? (
            <strong>{head?.cell?.text}</strong>
          ) : (
            head?.cell?.text
          )
        ) : (
          <span className="block pl-5">
            {/* Cards stand alone; in the table the row above says it. */}
            <span className="sr-only max-sm:contents">{`${parent}: `}</span>
            {head?.cell?.text}
          </span>
        )}
      </th>
      {cells.map(({ key, cell }) => (
        <td key={key} data-label={labelOf(table, key)} className="amount">
          {cell?.href ? (
            <Link to={cell.href} className="text-link underline">
              {cell.text}
            </Link>
          ) : (
            cell?.text
          )}
        </td>
      ))}
    </tr>
  );
}

/** Which columns are shown, and in which order; the first one stays where it is. */
function ColumnChoice({
  table: { heads, words },
  shown,
  address,
}: {
  table: ReportTable;
  shown: readonly string[];
  address: string;
}) {
  const keys = heads.map(({ key }) => key);
  const to = (next: readonly string[]) => withLook(address, { columns: columnsText(next, keys) });
  const moved = (from: number, by: number) => {
    const next = [...shown];
    next.splice(from + by, 0, ...next.splice(from, 1));
    return to(next);
  };
  const ordered = [...shown, ...keys.filter((key) => !shown.includes(key))].slice(1);
  return (
    <Collapsible className="mt-2 max-w-text print:hidden" summary={words.columns}>
      <ul>
        {ordered.map((key) => {
          const label = heads.find((head) => head.key === key)!.label;
          const at = shown.indexOf(key);
          const links: [string, string][] =
            at < 0
              ? [[words.show, to([...shown, key])]]
              : [
                  ...(shown.length > 2
                    ? [[words.hide, to(shown.filter((each) => each !== key))] as [string, string]]
                    : []),
                  ...(at > 1 ? [[words.left, moved(at, -1)] as [string, string]] : []),
                  ...(at < shown.length - 1 ? [[words.right, moved(at, 1)] as [string, string]] : []),
                ];
          return (
            <li key={key} className="flex flex-wrap items-center gap-x-4 border-b border-line py-1">
              <span className={at < 0 ? "grow text-quiet" : "grow"}>{`${label} `}</span>
              {links.map(([text, href]) => (
                <Link
                  key={text}
                  to={href}
                  replace
                  preventScrollReset
                  aria-label={`${text}: ${label}`}
                  className="py-1 text-link underline"
                >
                  {`${text} `}
                </Link>
              ))}
            </li>
          );
        })}
      </ul>
    </Collapsible>
  );
}
