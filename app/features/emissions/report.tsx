import { ExportForm } from "#app/components/list/export-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { Factors } from "./factors.tsx";
import type { EmissionReportView } from "./report.server.ts";

/** Below a report on emissions: the file of its shipments, and the sources of its figures. */
export function EmissionReport({ view: { file, factors } }: { view: EmissionReportView }) {
  return (
    <div className="mt-4 flex flex-col gap-4">
      {file ? (
        <Section title={file.title} layout="text" isPlain className="max-w-text print:hidden">
          <p className="mb-2">{`${file.text} `}</p>
          <ExportForm {...file.form} />
        </Section>
      ) : null}
      <Factors title={factors.title} factors={factors.views} />
      {factors.none ? <p>{factors.none}</p> : null}
    </div>
  );
}
