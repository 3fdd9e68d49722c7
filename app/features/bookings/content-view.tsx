import { Facts } from "#app/components/page/facts.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { ContentSection } from "./content-view.server.ts";

export function ContentView({ sections }: { sections: ContentSection[] }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {sections.map(({ title, rows, table }) => (
        <Section
          key={title}
          title={title}
          layout="text"
          className={`min-w-0 ${table ? "sm:col-span-2" : ""}`}
        >
          {rows.length > 0 ? <Facts facts={rows} layout="grid" /> : null}
          {table ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways has to scroll by keyboard too
            <section className="mt-3 overflow-x-auto" aria-label={title} tabIndex={0}>
              <table className="w-full text-left max-sm:block">
                <thead className="max-sm:sr-only">
                  <tr className="border-b border-line text-xs text-quiet">
                    {table.columns.map((column) => (
                      <th key={column} className="py-1 pr-3 font-medium">
                        {column}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody className="max-sm:block">
                  {table.rows.map((cells, row) => (
                    <tr
                      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no key but their position
                      key={row}
                      className="border-b border-line max-sm:grid max-sm:grid-cols-2 max-sm:gap-2 max-sm:py-2"
                    >
                      {cells.map((cell, column) => (
                        <td
                          key={table.columns[column]}
                          data-label={table.columns[column]}
                          className="py-1 pr-3 wrap-anywhere sm:min-w-24 max-sm:p-0 max-sm:empty:hidden max-sm:before:block max-sm:before:text-xs max-sm:before:text-quiet max-sm:labelled"
                        >
                          {cell}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          ) : null}
        </Section>
      ))}
    </div>
  );
}
