import { DataTable } from "#app/components/list/data-table.tsx";
import { Page } from "#app/components/page/page.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { EmissionsView } from "./emissions.server.ts";
import { Factors } from "./factors.tsx";

/** Columns of words; the others are figures. */
const words = ["leg", "by", "factor"];

/** What a shipment emits, leg by leg, with all that it rests on. */
export function Emissions({ view }: { view: EmissionsView }) {
  const { table, assumed, factors } = view;
  return (
    <Page head={{ title: view.heading, back: { href: view.back.path, text: view.back.text } }}>
      <div>
        <p className="text-base font-medium">{`${view.lead} `}</p>
        {view.more.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {table ? (
        <Section title={table.caption} layout="text" isPlain>
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
        </Section>
      ) : null}
      {assumed ? (
        <Section title={assumed.title} layout="text" isPlain className="max-w-text">
          <ul className="list-disc pl-5 text-quiet">
            {assumed.texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Section>
      ) : null}
      {factors ? <Factors title={factors.title} factors={factors.views} /> : null}
    </Page>
  );
}
