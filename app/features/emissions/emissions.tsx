import { Link } from "#app/components/link.tsx";
import { DataTable } from "#app/components/list/data-table.tsx";
import type { EmissionsView } from "./emissions.server.ts";
import { Factors } from "./factors.tsx";

/** Columns of words; the others are figures. */
const words = ["leg", "by", "factor"];

/** What a shipment emits, leg by leg, with all that it rests on. */
export function Emissions({ view }: { view: EmissionsView }) {
  const { table, assumed, factors } = view;
  return (
    <>
      <Link to={view.back.path} className="text-link hover:underline print:hidden">
        {view.back.text}
      </Link>
      <h1 className="mt-2 mb-3 text-xl font-semibold">{view.heading}</h1>
      <p className="text-base font-medium">{view.lead}</p>
      {view.more.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {table ? (
        <div className="mt-4">
          <h2 className="mb-2 text-lg font-semibold">{table.caption}</h2>
          <DataTable
            caption={table.caption}
            columns={table.columns.map(({ key, label }) => ({
              key,
              label,
              isAmount: !words.includes(key),
              width: key === "leg" || key === "factor" ? "xxl" : key === "by" ? "xs" : "sm",
            }))}
          >
            {table.rows.map(({ key, cells: [first, ...others], isSum }) => (
              <tr key={key} className={isSum ? "font-semibold" : undefined}>
                <th scope="row">{first} </th>
                {others.map((text, index) => {
                  const column = table.columns[index + 1]!;
                  return (
                    <td
                      key={column.key}
                      data-label={column.label}
                      className={words.includes(column.key) ? undefined : "amount"}
                    >
                      {text}
                    </td>
                  );
                })}
              </tr>
            ))}
          </DataTable>
        </div>
      ) : null}
      {assumed ? (
        <section className="mt-4 max-w-text">
          <h2 className="mb-2 text-lg font-semibold">{assumed.title}</h2>
          <ul className="list-disc pl-5 text-quiet">
            {assumed.texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      ) : null}
      {factors ? <Factors title={factors.title} factors={factors.views} /> : null}
    </>
  );
}
