import { Link } from "#app/components/link.tsx";
import { DataTable } from "#app/components/list/data-table.tsx";

/**
 * A table of texts; from column `amounts` on, columns are right-aligned, but for `sentence`, a wide one; `linked` is the one with a
 * row's link.
 */
export function SheetTable({
  caption,
  heads,
  rows,
  amounts,
  linked = 0,
  sentence,
}: {
  caption: string;
  heads: readonly string[];
  rows: readonly { key: string; href?: string | null; cells: readonly string[] }[];
  amounts: number;
  linked?: number;
  sentence?: number;
}) {
  const isAmount = (index: number) => index >= amounts && index !== sentence;
  const columns = heads.map((label, index) => ({
    key: label,
    label,
    isAmount: isAmount(index),
    width: index === sentence ? ("xxl" as const) : index < amounts ? ("lg" as const) : ("md" as const),
  }));
  return (
    <DataTable caption={caption} columns={columns}>
      {rows.map(({ key, href, cells }) => {
        const tableCells = cells.map((cell, index) =>
          href && index === linked ? (
            <Link key={heads[index]} to={href} className="text-link underline">
              {cell}
            </Link>
          ) : (
            cell
          ),
        );
        return (
          <tr key={key}>
            <th scope="row">{tableCells[0]} </th>
            {tableCells.slice(1).map((cell, index) => (
              <td
                key={heads[index + 1]}
                data-label={heads[index + 1]}
                className={isAmount(index + 1) ? "amount" : undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        );
      })}
    </DataTable>
  );
}
