import { href } from "react-router";
import { Link } from "#app/components/link.tsx";

/** Leads to the map of a shipment; absent where the provider gives no routes (then `label` is null). */
export function MapLink({ id, label }: { id: string; label: string | null }) {
  if (label === null) return null;
  return (
    <Link to={href("/shipments/map/:id", { id })} className="py-1 text-link underline print:hidden">
      {label}
    </Link>
  );
}
