import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { withQuery } from "#app/lib/with-query.ts";

/** Leads to the form that shares the shipment; absent where the provider makes no links (then `label` is null). */
export function ShareLink({ id, label }: { id: string; label: string | null }) {
  return label === null ? null : (
    <ButtonLink to={withQuery(href("/shipments/share"), { id })}>{label}</ButtonLink>
  );
}
