import { sql } from "kysely";
import type { z } from "zod";
import type * as contract from "#app/contract/carrier-name.ts";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { JobMode } from "#app/contract/shipment-code.ts";
import { DAY_MS, instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { nameKey } from "../reference/carrier-names.ts";
import { message, personName } from "../texts/message.ts";
import { invalid } from "./record.ts";

/** How long ago a booking may have named a carrier. */
const SINCE_MS = 180 * DAY_MS;
const SHOWN_MAX = 100;

export async function listNames(
  _: unknown,
  { db, now, language }: CallerContext,
): Promise<z.input<typeof contract.carrierNames.response>> {
  const { rows: unknown } = await sql<{ name: string; mode: JobMode; bookings: number; last_at: Date }>`
    with named as (
      select ${nameKey(sql`content ->> 'carrier'`)} as key, min(btrim(content ->> 'carrier')) as name,
        case transport_mode when 'AIR' then 'AIR' when 'TRUCK' then 'TRUCK' else 'OCEAN' end as mode,
        count(*)::int as bookings, max(updated_at) as last_at
      from booking
      where status in ('SUBMITTED', 'ACCEPTED', 'CONFIRMED') and updated_at > ${new Date(now.getTime() - SINCE_MS)}
      group by 1, 3)
    select name, mode, bookings, last_at from named n
    where key <> '' and not exists (select from carrier c where n.key in (lower(c.code), lower(c.name)))
      and not exists (select from carrier_alias a where a.name_key = n.key)
    order by bookings desc, name limit ${SHOWN_MAX}`.execute(db);
  const { rows: vessels } = await sql<{ imo: string; shipments: number }>`
    select v.imo, (select count(*)::int from shipment s where s.vessel_imo = v.imo) as shipments
    from vessel v where v.name = v.imo order by 2 desc, v.imo limit ${SHOWN_MAX}`.execute(db);
  const assigned = await db
    .selectFrom("carrier_alias as a")
    .innerJoin("carrier as c", "c.code", "a.carrier_code")
    .select(["a.name", "a.added_by_name", "a.added_at", "c.code", "c.name as carrier_name"])
    .orderBy("a.added_at", "desc")
    .limit(SHOWN_MAX)
    .execute();
  return {
    unknown: unknown.map(({ last_at, ...row }) => ({ ...row, lastAt: instantToWire(last_at)! })),
    vessels,
    assigned: assigned.map((row) => ({
      name: row.name,
      carrier: { code: row.code, name: row.carrier_name },
      by: personName(row.added_by_name, language),
      at: instantToWire(row.added_at)!,
    })),
    carriers: await db.selectFrom("carrier").select(["code", "name"]).orderBy("name").execute(),
  };
}

/** @throws Refusal 400 for an unknown carrier, 409 when the name means one already */
export async function assignName(
  { name, carrierCode }: z.output<typeof contract.carrierNameAssign.request>,
  context: CallerContext,
): Promise<null> {
  const { db, language } = context;
  const carrier = await db
    .selectFrom("carrier")
    .select("code")
    .where("code", "=", carrierCode)
    .executeTakeFirst();
  if (!carrier) throw invalid([{ path: "carrierCode", message: message("carrierUnknown", language) }]);
  const { rows } = await sql`
    select from carrier where ${nameKey(sql`${name}::text`)} in (lower(code), lower(name))`.execute(db);
  if (rows.length > 0 || !(await keepAlias(name, carrierCode, context)))
    throw new Refusal(CODE_CONFLICT, "carrierNameTaken");
  return null;
}

/** @returns false when the name is assigned already */
async function keepAlias(name: string, code: string, { db, caller, now }: CallerContext): Promise<boolean> {
  const { rows } = await sql`
    insert into carrier_alias (name_key, name, carrier_code, added_by, added_by_name, added_at)
    values (${nameKey(sql`${name}::text`)}, ${name}, ${code}, ${caller.userId}, ${caller.name}, ${now})
    on conflict do nothing returning name`.execute(db);
  return rows.length > 0;
}

export async function takeNameBack(
  { name }: z.output<typeof contract.carrierNameTakeBack.request>,
  { db }: CallerContext,
): Promise<null> {
  const { rows } = await sql`
    delete from carrier_alias where name_key = ${nameKey(sql`${name}::text`)} returning name`.execute(db);
  if (rows.length === 0) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return null;
}

/** @throws Refusal 400 when the code is a carrier's, 409 when the name is assigned */
export async function addCarrier(
  { name, code, carrierName, mode }: z.output<typeof contract.carrierAdd.request>,
  context: CallerContext,
): Promise<null> {
  const { db, language } = context;
  const added = await db
    .insertInto("carrier")
    .values({ code, name: carrierName, mode, awb_prefix: null })
    .onConflict((conflict) => conflict.column("code").doNothing())
    .returning("code")
    .executeTakeFirst();
  if (!added) throw invalid([{ path: "code", message: message("carrierCodeTaken", language) }]);
  if (!(await keepAlias(name, code, context))) throw new Refusal(CODE_CONFLICT, "carrierNameTaken");
  return null;
}

/** @throws Refusal 409 when it has a name */
export async function nameVessel(
  { imo, name }: z.output<typeof contract.vesselNameSave.request>,
  { db }: CallerContext,
): Promise<null> {
  const named = await db
    .updateTable("vessel")
    .set({ name })
    .where("imo", "=", imo)
    .whereRef("name", "=", "imo")
    .returning("imo")
    .executeTakeFirst();
  if (!named) throw new Refusal(CODE_CONFLICT, "vesselNamed");
  return null;
}
