import type { Kysely } from "kysely";
import type { Language } from "#app/contract/user.ts";
import type { Database } from "../db/schema.ts";
import type { MessageKey } from "../texts/message.ts";

/** A date of a shipment that calendars show. */
export interface CalendarDate {
  shipmentId: string;
  houseNumber: string;
  /** With the shipment and `part` it makes the entry's identity, which never changes: "eta", "lastFreeDay". */
  kind: string;
  /** Tells several of a kind apart, such as a container's number. */
  part?: string;
  /** An instant, or "YYYY-MM-DD" for a day without a time, which stays that day in every zone. */
  at: Date | string;
  /** Published as tentative, and its title has to say so. Actual is only what an actual event tells (product 9). */
  isEstimate: boolean;
  /** A text with {number} and {place}; no amounts, and no parties. */
  title: MessageKey;
  /** Code of the place. */
  place: string | null;
}

/**
 * One kind of dates of these shipments, all of which the reader sees. A date that a source no longer names is told to
 * calendars as cancelled.
 */
export type CalendarSource = (
  db: Kysely<Database>,
  shipmentIds: readonly string[],
  reader: { language: Language; now: Date },
) => Promise<CalendarDate[]>;
