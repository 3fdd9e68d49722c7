import type { z } from "zod";
import { CODE_INVALID } from "#app/contract/code.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { Refusal } from "./refusal.ts";

/** A sender's clock may be fast; what is stated from further ahead would outlast all later statements. */
const AHEAD_MAX_MS = DAY_MS;

/**
 * One item of a list of which each is judged by itself: the item as the schema reads it, or what is wrong with it, in
 * words for the sender.
 */
export function readItem<Item extends { statedAt: string }>(
  schema: z.ZodType<Item>,
  item: unknown,
  now: Date,
): Item | string {
  const read = schema.safeParse(item);
  if (!read.success)
    return read.error.issues
      .map(({ path, message }) => [path.map(String).join("."), message].filter(Boolean).join(": "))
      .join("; ");
  return isAhead(read.data.statedAt, now) ? "statedAt is ahead of the present time" : read.data;
}

/** Whether a time is further ahead than a sender's clock may be. */
export function isAhead(at: string, now: Date): boolean {
  return Date.parse(at) > now.getTime() + AHEAD_MAX_MS;
}

/** The report of a list of items. @throws Refusal 400 with the report when all of them were rejected */
export function reportOf<Report extends { rejected: readonly unknown[] }>(
  sent: readonly unknown[],
  report: Report,
): Report {
  if (report.rejected.length < sent.length) return report;
  throw new Refusal(CODE_INVALID, "nothingTaken", { data: report, status: 400 });
}
