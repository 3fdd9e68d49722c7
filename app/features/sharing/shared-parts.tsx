import { Facts } from "#app/components/page/facts.tsx";
import type { SharedPartsView } from "./view.server.ts";

/** Containers, parties and documents of a shared shipment. */
export function SharedParts({ parts: { facts, documents } }: { parts: SharedPartsView }) {
  return (
    <>
      <Facts facts={facts} className="mb-4" />
      {documents ? (
        <div className="mb-4">
          <h4 className="font-semibold">{documents.title}</h4>
          {documents.rows.length === 0 ? <p className="text-quiet">{documents.none}</p> : null}
          <ul>
            {documents.rows.map((row) => (
              <li key={row.id} className="flex flex-wrap gap-x-4 gap-y-1 border-b border-line py-2">
                <span className="font-medium">{row.type}</span> <span>{row.number}</span>{" "}
                <a href={row.href} className="text-link underline print:hidden">
                  {row.label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}
