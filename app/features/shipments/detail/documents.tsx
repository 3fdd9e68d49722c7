import { href } from "react-router";
import { Link } from "#app/components/link.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { DocumentsView } from "./detail.server.ts";

/** The shipment's documents as PDF downloads. */
export function DetailDocuments({
  documents,
  shipmentId,
  papers,
}: {
  documents: DocumentsView;
  shipmentId: string;
  /** Label of the link to its required papers and the cross-check. */
  papers: string | null;
}) {
  const { rows, notOpen } = documents;
  return (
    <Section title={documents.title} layout="text">
      {rows.length === 0 ? <p className="text-quiet">{documents.none}</p> : null}
      {rows.length > 0 && notOpen ? <p className="mb-2 text-quiet">{notOpen}</p> : null}
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
            <span className="font-medium">{row.type}</span> <span>{row.number}</span>{" "}
            <span className="mr-auto text-quiet">
              {documents.issued} {row.issuedOn}
            </span>{" "}
            {notOpen ? null : (
              <a
                href={href("/shipments/document/:id/:documentId", { id: shipmentId, documentId: row.id })}
                className="text-link underline print:hidden"
              >
                {row.label}
              </a>
            )}
          </li>
        ))}
      </ul>
      {papers ? (
        <p className="mt-3 print:hidden">
          <Link to={href("/document/shipment/:id", { id: shipmentId })} className="text-link underline">
            {papers}
          </Link>
        </p>
      ) : null}
    </Section>
  );
}
