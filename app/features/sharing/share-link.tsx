import { href } from "react-router";
import { Link } from "#app/components/link.tsx";
import { withQuery } from "#app/lib/with-query.ts";

/** Leads to the form that shares the shipment; absent where the provider makes no links (then `label` is null). */
export function ShareLink({ id, label }: { id: string; label: string | null }) {
  if (label === null) return null;
  return (
    <>
      {" "}
      <Link
        to={withQuery(href("/shipments/share"), { id })}
        className="py-1 text-link underline print:hidden"
      >
        {label}
      </Link>
    </>
  );
}
