import { Link } from "#app/components/link.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { ComparisonView } from "./comparison.server.ts";
import { SheetTable } from "./sheet-table.tsx";

/** The column of the reason. */
export const REASON = 4;

export function Comparison({ view }: { view: ComparisonView }) {
  return (
    <Section title={view.title} layout="text">
      <p className="mb-2">
        {view.about}
        {view.quote ? (
          <>
            {" "}
            {view.quote.href ? (
              <Link to={view.quote.href} className="text-link underline">
                {view.quote.text}
              </Link>
            ) : (
              view.quote.text
            )}
          </>
        ) : null}
      </p>
      {view.sheet ? (
        <SheetTable
          caption={view.title}
          heads={view.sheet.heads}
          rows={[...view.sheet.rows, { key: "sum", cells: view.sheet.sum }]}
          amounts={1}
          sentence={REASON}
        />
      ) : null}
      {view.clocks.rows.length > 0 ? (
        <>
          <h3 className="mt-3 mb-1 font-semibold">{view.clocks.title}</h3>
          {view.clocks.rows.map(({ key, text, why, differs }) => (
            <p key={key} className={differs ? "text-danger" : undefined}>
              {text} {why ? <span className="block text-quiet">{why}</span> : null}
            </p>
          ))}
        </>
      ) : null}
    </Section>
  );
}
