import { useEffect, useState } from "react";
import { Form, useLocation } from "react-router";
import { Link } from "#app/components/link.tsx";
import { ExportForm } from "#app/components/list/export-form.tsx";
import { KeptParams, SearchFields } from "#app/components/list/search-field.tsx";
import { Page } from "#app/components/page/page.tsx";
import { Section } from "#app/components/page/section.tsx";
import { loadChunk } from "#app/lib/load-chunk.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { BarChart } from "./chart.tsx";
import { Figures } from "./figures.tsx";
import type { PicturePng } from "./picture-png.tsx";
import type { ReportView } from "./report.server.ts";
import { lookOf, withLook } from "./table-look.ts";

/** Parameters without a field in the form. */
const keptNames = ["report", "carrier", "shipper", "consignee", "template", "order", "columns", "fold"];

export function Report({ title, view }: { title: string; view: ReportView }) {
  const look = lookOf(new URLSearchParams(useLocation().search));
  const Png = usePng();
  return (
    <Page head={{ title, actions: view.file ? <ExportForm {...view.file} /> : null }}>
      <nav aria-label={view.reportsLabel} className="flex flex-wrap gap-x-4 print:hidden">
        {view.reports.map(({ text, href, isCurrent }) => (
          <Link
            key={href}
            to={href}
            aria-current={isCurrent ? "page" : undefined}
            className={`py-2 ${isCurrent ? "font-semibold" : "text-link underline"}`}
          >
            {`${text} `}
          </Link>
        ))}
      </nav>
      <Form
        method="get"
        action={view.base}
        role="search"
        className="flex flex-wrap items-end gap-2 print:hidden"
      >
        <KeptParams params={{ ...view.params, ...look }} names={keptNames} />
        <SearchFields {...view.search} />
        <Button>{view.submit}</Button>
      </Form>
      {view.tools.length > 0 ? (
        <p className="flex flex-wrap gap-x-4 print:hidden">
          {view.tools.map(({ text, href }) => (
            <Link key={href} to={withLook(href, look)} className="py-1 text-link underline">
              {`${text} `}
            </Link>
          ))}
        </p>
      ) : null}
      {view.problem ? <Alert kind="danger">{view.problem}</Alert> : null}
      <p>
        <strong>{`${view.sentence} `}</strong>
        {view.unfiltered ? (
          <Link to={view.unfiltered.href} className="text-link underline print:hidden">
            {view.unfiltered.text}
          </Link>
        ) : null}
      </p>
      {view.none ? <Alert kind="info">{view.none}</Alert> : null}
      {view.chart ? <BarChart chart={view.chart} /> : null}
      {view.picture ? (
        <div className="flex flex-wrap items-center gap-4 print:hidden">
          <a href={view.picture.href} download className="py-1 text-link underline">
            {`${view.picture.text} `}
          </a>
          {Png ? <Png href={view.picture.href} {...view.picture.png} /> : null}
        </div>
      ) : null}
      {view.none ? null : (
        <Section title={view.tableTitle} layout="text" isPlain>
          <Figures table={view.table} caption={view.sentence} />
        </Section>
      )}
      <ul className="max-w-text text-xs text-quiet">
        {view.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Page>
  );
}

/** The button that needs a script, once it is there. */
function usePng(): typeof PicturePng | null {
  const [Png, setPng] = useState<typeof PicturePng | null>(null);
  useEffect(() => {
    let isShown = true;
    loadChunk(() => import("./picture-png.tsx")).then((loaded) => {
      if (loaded && isShown) setPng(() => loaded.PicturePng);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return Png;
}
