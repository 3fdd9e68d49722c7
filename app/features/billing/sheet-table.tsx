import { Link } from "react-router";

/** A table of texts; from `amounts` on, columns are right-aligned. On phones each row is a card. */
export function SheetTable({
  caption,
  heads,
  rows,
  amounts,
}: {
  caption: string;
  heads: readonly string[];
  rows: readonly { key: string; href?: string | null; cells: readonly string[] }[];
  amounts: number;
}) {
  const look = (index: number) => (index >= amounts ? "amount" : undefined);
  return (
    <table className="cards w-full">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={head} scope="col" className={look(index)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, href, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={heads[index]} data-label={heads[index]} className={look(index)}>
                {href && index === LINKED ? (
                  <Link to={href} className="text-link underline">
                    {cell}
                  </Link>
                ) : (
                  cell
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The column with the number of a document. */
const LINKED = 2;
