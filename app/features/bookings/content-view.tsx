import { Card } from "#app/ui/card.tsx";
import type { ContentSection } from "./content-view.server.ts";

export function ContentView({ sections }: { sections: ContentSection[] }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {sections.map(({ title, rows, table }) => (
        <Card key={title} className={`min-w-0 ${table ? "sm:col-span-2" : ""}`}>
          <h2 className="mb-2 font-semibold">{title}</h2>
          {rows.length > 0 ? (
            <dl className="grid gap-3 sm:grid-cols-2">
              {rows.map(({ label, value }) => (
                <div key={label}>
                  <dt className="text-xs text-quiet">{label}</dt>
                  <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
                </div>
              ))}
            </dl>
          ) : null}
          {table ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways has to scroll by keyboard too
            <section className="mt-3 overflow-x-auto" aria-label={title} tabIndex={0}>
              <table className="w-full text-left">
                <thead>
                  <tr className="border-b border-line text-xs text-quiet">
                    {table.columns.map((column) => (
                      <th key={column} className="py-1 pr-3 font-medium">
                        {column}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {table.rows.map((cells, row) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no key but their position
                    <tr key={row} className="border-b border-line">
                      {cells.map((cell, column) => (
                        <td key={table.columns[column]} className="min-w-24 py-1 pr-3 wrap-anywhere">
                          {cell}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          ) : null}
        </Card>
      ))}
    </div>
  );
}
