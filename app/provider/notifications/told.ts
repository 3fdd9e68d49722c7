import type { Kysely } from "kysely";
import type { NotificationScope, ShipmentNews } from "#app/contract/notification-code.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { type Schedule, sendsBetween } from "#app/lib/schedule.ts";
import type { Database } from "../db/schema.ts";
import { type ShipmentStandings, standingsAt } from "../shipments/standing-at.ts";
import { type Conditions, needsEvents, newsAt } from "./match.ts";

/** A notification as far as it decides what is told: of a stored one, and of one in a form. */
export interface Teller extends Conditions {
  companyId: string;
  userId: string;
  scope: NotificationScope;
  schedule: Schedule;
}

/** What one send of a notification tells. */
export interface Telling {
  at: Date;
  shipments: ShipmentNews[];
}

/** Ids of the followed shipments; null when the notification is about all. */
async function idsInScope(db: Kysely<Database>, { scope, userId }: Teller): Promise<string[] | null> {
  if (scope === "ALL") return null;
  const rows = await db
    .selectFrom("shipment_follow")
    .select("shipment_id")
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ shipment_id }) => shipment_id);
}

/** Reads standings; the dispatcher shares what notifications of one company and time have in common. */
export type StandingsReader = typeof standingsAt;

/** Reads once what several notifications of a batch ask: those of one company that are sent at the same time. */
export function sharedReader(): StandingsReader {
  const known = new Map<string, ReturnType<StandingsReader>>();
  return (db, query) => {
    const key = JSON.stringify(query);
    const standings = known.get(key) ?? standingsAt(db, query);
    known.set(key, standings);
    return standings;
  };
}

/**
 * What the notification tells at each of the moments after the first, each about what is new since the one before. The one
 * function behind what is sent and what a rehearsal shows.
 */
export async function tellings(
  db: Kysely<Database>,
  teller: Teller,
  moments: readonly Date[],
  read: StandingsReader = standingsAt,
): Promise<Telling[]> {
  const ids = await idsInScope(db, teller);
  if (ids?.length === 0) return [];
  const { companyId } = teller;
  const shipments = await read(db, { companyId, moments, onlyNews: needsEvents(teller) });
  const known = ids && new Set(ids);
  return tellingsOf(teller, known ? shipments.filter(({ id }) => known.has(id)) : shipments, moments);
}

function tellingsOf(
  teller: Teller,
  shipments: readonly ShipmentStandings[],
  moments: readonly Date[],
): Telling[] {
  return moments.slice(1).flatMap((at, index) => {
    const news = shipments
      .map((shipment) => newsAt(teller, shipment, moments, index + 1))
      .filter((each) => each !== null);
    return news.length > 0 ? [{ at, shipments: news }] : [];
  });
}

/** The tellings that the schedule would have made in the days before now. */
export async function rehearse(
  db: Kysely<Database>,
  teller: Teller,
  days: number,
  now: Date,
  read?: StandingsReader,
): Promise<Telling[]> {
  const start = new Date(now.getTime() - days * DAY_MS);
  const moments = [start, ...sendsBetween(teller.schedule, start, now)];
  return moments.length > 1 ? tellings(db, teller, moments, read) : [];
}
