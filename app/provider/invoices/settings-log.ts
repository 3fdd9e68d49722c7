import type { z } from "zod";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import type { operationLogEntry } from "#app/contract/quote.ts";
import type { Language } from "#app/contract/user.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { Refusal } from "../call/refusal.ts";
import { type MessageKey, personName } from "../texts/message.ts";

type Entry = z.input<typeof operationLogEntry>;

/** Settings of billing are rows that are only added: the last one counts, and its id is the version. */
interface SavedRow {
  id: string;
  at: Date;
  actor_id: string | null;
  actor_name: string;
}

const actorOf = ({ actor_id, actor_name }: SavedRow, language: Language) =>
  personName(actor_id === null ? "" : actor_name, language);

/**
 * The version of the settings, "0" before the first, and their changes from the oldest to the newest.
 * @param rows from the newest to the oldest
 * @param changesOf what a row changed of the one before it, if that is known
 */
export function settingsLog<Row extends SavedRow>(
  rows: readonly Row[],
  language: Language,
  { action, changesOf }: { action: string; changesOf(row: Row, before: Row | undefined): Entry["changes"] },
): { version: string; log: Entry[] } {
  const log = rows.map((row, index) => ({
    at: instantToWire(row.at)!,
    actor: actorOf(row, language),
    isForwarder: true,
    action,
    changes: changesOf(row, rows[index + 1]),
  }));
  return { version: rows[0]?.id ?? "0", log: log.reverse() };
}

/** @throws Refusal CODE_CONFLICT, with the name of whoever saved the last row, for another version than that row's */
export function requireVersion(
  last: SavedRow | undefined,
  version: string,
  { refusal, language }: { refusal: MessageKey; language: Language },
): void {
  if (last && last.id !== version)
    throw new Refusal(CODE_CONFLICT, refusal, { values: { name: actorOf(last, language) } });
}
