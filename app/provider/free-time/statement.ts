import { createHash } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import type { FreeTimeStatement } from "#app/contract/free-time.ts";
import type { Database } from "../db/schema.ts";

/** A statement about a container of a shipment, as stored. */
export type Statement = Selectable<Database["free_time_statement"]>;
export type NewStatement = Omit<Statement, "id">;

/** All statements about containers of these shipments, the one stated last first. */
export async function readStatements(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
): Promise<Statement[]> {
  return db
    .selectFrom("free_time_statement")
    .selectAll()
    .where(sql<boolean>`shipment_id = any(${[...shipmentIds]}::bigint[])`)
    .orderBy("stated_at", "desc")
    .orderBy("content_hash", "desc")
    .execute();
}

/** Statements that take each other's place, the one that counts first; the order of `readStatements` is kept. */
export function bySource(statements: readonly Statement[]): Statement[][] {
  return [...Map.groupBy(statements, ({ kind, source, sender }) => `${kind} ${source} ${sender}`).values()];
}

const slotOf = ({ shipment_id, container_key, kind, source, sender }: NewStatement): string =>
  [shipment_id, container_key, kind, source, sender].join(" ");

/** What each source says last of each container, by its slot, from the statements received until then. */
export function lastStated(statements: readonly Statement[], until: Date): Map<string, Statement> {
  const known = Map.groupBy(
    statements.filter(({ received_at }) => received_at <= until),
    slotOf,
  );
  return new Map([...known].map(([slot, [last]]) => [slot, last!]));
}

/** Whether `a` takes the place of `b`: it was stated later. */
const isLater = (a: NewStatement, b: NewStatement): boolean =>
  a.stated_at.getTime() - b.stated_at.getTime() > 0 ||
  (a.stated_at.getTime() === b.stated_at.getTime() && a.content_hash.compare(b.content_hash) > 0);

const isSame = (a: NewStatement, b: NewStatement): boolean =>
  a.stated_at.getTime() === b.stated_at.getTime() && a.content_hash.equals(b.content_hash);

export type StatementFate = "accepted" | "older" | "repeated";

/**
 * Stores the statements, whose shipments are locked, and says what became of each. The result is the same whatever
 * the order in which they come.
 */
export async function keepStatements(
  db: Kysely<Database>,
  statements: readonly NewStatement[],
): Promise<StatementFate[]> {
  const known = await readStatements(db, [...new Set(statements.map(({ shipment_id }) => shipment_id))]);
  const slots = Map.groupBy<string, NewStatement>(known, slotOf);
  const fresh: NewStatement[] = [];
  const fates = statements.map((statement): StatementFate => {
    const slot = slots.get(slotOf(statement)) ?? [];
    if (slot.some((each) => isSame(each, statement))) return "repeated";
    const isLast = slot.every((each) => isLater(statement, each));
    slots.set(slotOf(statement), [...slot, statement]);
    fresh.push(statement);
    return isLast ? "accepted" : "older";
  });
  for (let start = 0; start < fresh.length; start += 1_000)
    await db
      .insertInto("free_time_statement")
      .values(fresh.slice(start, start + 1_000))
      .execute();
  return fates;
}

/** What a statement says, for comparing. */
export function contentHash({ lastFreeDay, holds, isAvailable }: FreeTimeStatement): Buffer {
  const content = JSON.stringify([lastFreeDay, [...new Set(holds)].sort(), isAvailable]);
  return createHash("sha256").update(content).digest();
}
