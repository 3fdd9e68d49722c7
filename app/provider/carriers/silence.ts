import { type Kysely, sql } from "kysely";
import { DAY_MS } from "#app/lib/date-time.ts";
import { SILENT_DAYS } from "#app/lib/next-step.ts";
import type { Database } from "../db/schema.ts";
import { retryWaiting } from "../shipments/waiting.ts";

/** For so long a carrier is asked again for the events of a silent shipment; after that a person has to ask. */
const SILENT_MAX_DAYS = 60;

/**
 * Why nothing is heard: it is past the limit, events of it were set aside, the carrier's list fails or is not asked for,
 * nobody may send for that carrier, or the carrier sends nothing.
 */
type SilenceReason = "TIME" | "SET_ASIDE" | "PULL_FAILS" | "PULL_OFF" | "NO_SOURCE" | "NOTHING_SENT";

interface SilentShipment {
  houseNumber: string;
  company: string;
  carrier: string | null;
  status: string;
  /** When something was last heard of it; else its booking. */
  silentSince: Date;
  days: number;
  reason: SilenceReason;
  /** What the carrier's server answered. */
  error: string | null;
}

/** Shipments under way of which nothing was heard for `SILENT_DAYS`, the longest silent first. */
export async function listSilent(
  db: Kysely<Database>,
  { carrierCode = null, now }: { carrierCode?: string | null; now: Date },
): Promise<SilentShipment[]> {
  const { rows } = await sql<SilentShipment>`
    select s.house_number as "houseNumber", c.code as company, s.carrier_code as carrier, s.status,
      s.since as "silentSince", floor(extract(epoch from ${now} - s.since) / 86400)::int as days,
      case
        when s.since < ${before(now, SILENT_MAX_DAYS)} then 'TIME'
        when exists (
          select from shipment_reference r
          join event_reference e on e.value_key = r.value_key and e.kind = r.kind
          join event_waiting w on w.event_id = e.event_id and w.set_aside_at is not null
          where r.shipment_id = s.id) then 'SET_ASIDE'
        when p.is_on and p.last_error is not null then 'PULL_FAILS'
        when p.is_on is null and not exists (
          select from carrier_key k where k.carrier_code = s.carrier_code and k.revoked_at is null
            and (k.expires_at is null or k.expires_at > ${now})) then 'NO_SOURCE'
        when not p.is_on then 'PULL_OFF'
        else 'NOTHING_SENT'
      end as reason,
      p.last_error as error
    from (select *, coalesce(greatest(heard_at, booking_at), created_at) as since from shipment) s
    join company c on c.id = s.company_id
    left join carrier_pull p on p.carrier_code = s.carrier_code
    where s.status <> 'COMPLETED' and s.since <= ${before(now, SILENT_DAYS)}
      and (${carrierCode}::text is null or s.carrier_code = ${carrierCode})
    order by s.since, s.house_number`.execute(db);
  return rows;
}

const before = (now: Date, days: number) => sql`${new Date(now.getTime() - days * DAY_MS)}::timestamptz`;

interface Restarted {
  carrier: string;
  /** Silent shipments of the carrier within the limit. */
  shipments: number;
  /** From when on its list is asked for again; null: it has none that is switched on, or nothing is silent. */
  askedFrom: Date | null;
  /** Events of the carrier that had been set aside: which wait again, and which have found their shipment. */
  retried: number;
  attached: number;
}

/**
 * Asks the carrier's list again from where the silence of its shipments began, and lets its events that were set aside
 * wait again. Events that are known already change nothing.
 */
export async function restartSilent(
  db: Kysely<Database>,
  carrierCode: string,
  now: Date,
): Promise<Restarted> {
  const silent = (await listSilent(db, { carrierCode, now })).filter(({ reason }) => reason !== "TIME");
  const from = silent[0]?.silentSince ?? null;
  const restarted = from
    ? await db
        .updateTable("carrier_pull")
        .set({
          known_until: sql<Date | null>`least(known_until, ${from}::timestamptz)`,
          cursor: null,
          seen_cursors: [],
          run_until: null,
          etag: null,
          etag_address: null,
          next_at: now,
          failures: 0,
          last_error: null,
          updated_at: now,
        })
        .where("carrier_code", "=", carrierCode)
        .where("is_on", "=", true)
        .returning("carrier_code")
        .execute()
    : [];
  const { rows } = await sql<{ event_id: string }>`
    select event_id from event_waiting where sender = ${carrierCode} and set_aside_at is not null
    order by since desc, event_id limit ${RETRIED_MAX}`.execute(db);
  const eventIds = rows.map((row) => row.event_id);
  const { retried, attached } =
    eventIds.length > 0 ? await retryWaiting({ eventIds }, { db, now }) : { retried: 0, attached: 0 };
  return {
    carrier: carrierCode,
    shipments: silent.length,
    retried,
    attached,
    askedFrom: restarted.length > 0 ? from : null,
  };
}

const RETRIED_MAX = 2_000;
