import { type Kysely, sql } from "kysely";
import type { Language } from "#app/contract/user.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import type { Database } from "../db/schema.ts";
import { placeNames } from "../reference/place-names.ts";
import type { ShipmentScope } from "./filter.ts";

/** The ports of the scope's shipments, sorted by name in the language. */
export async function readFilterOptions(
  db: Kysely<Database>,
  scope: ShipmentScope,
  language: Language,
): Promise<{ departurePorts: WirePlace[]; arrivalPorts: WirePlace[] }> {
  const departures = await portsOf(db, scope, "port_of_departure");
  const arrivals = [
    ...new Set([
      ...(await portsOf(db, scope, "port_of_arrival")),
      ...(await portsOf(db, scope, "port_of_final_arrival")),
    ]),
  ];
  const places = await placeNames(db, language, [...departures, ...arrivals]);
  const byName = new Intl.Collator(language);
  const named = (codes: string[]) =>
    codes.map((code) => places.of(code)).sort((a, b) => byName.compare(a.name, b.name));
  return { departurePorts: named(departures), arrivalPorts: named(arrivals) };
}

/** A loose index scan: one look-up per port, however many shipments there are. */
async function portsOf(
  db: Kysely<Database>,
  { companyIds }: ShipmentScope,
  column: "port_of_departure" | "port_of_arrival" | "port_of_final_arrival",
): Promise<string[]> {
  const port = sql.ref(`s.${column}`);
  const { rows } = await sql<{ code: string }>`
    with recursive port as (
      select c.id as company_id, (
        select min(${port}) from shipment s where s.company_id = c.id
      ) as code from unnest(${companyIds}::bigint[]) as c (id)
      union all
      select p.company_id, (
        select min(${port}) from shipment s where s.company_id = p.company_id and ${port} > p.code
      ) from port p where p.code is not null
    )
    select distinct code from port where code is not null`.execute(db);
  return rows.map((row) => row.code);
}
