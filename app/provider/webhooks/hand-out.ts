import { type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../db/schema.ts";
import { dataOf, type WebhookEvent } from "./message.ts";
import { loadMaker, maySee } from "./right.ts";

/** Events of one transaction. */
const BATCH = 200;

type Webhook = Selectable<Database["webhook"]>;

/**
 * Makes the deliveries of events that were noted since, in the order of their noting. One process does so at a time, so that
 * the numbers of a subject follow that order and wait for no business of others. @returns the number of events
 */
export async function handOut(db: Kysely<Database>, now: Date, publicUrl: string): Promise<number> {
  const first = await db
    .selectFrom("webhook_event")
    .select("id")
    .where("handed_out_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (!first) return 0;
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('fairlead webhooks')) as mine`.execute(trx);
    return rows[0]!.mine ? handOutBatch(trx, now, publicUrl) : 0;
  });
}

async function handOutBatch(trx: Kysely<Database>, now: Date, publicUrl: string): Promise<number> {
  const events = await trx
    .selectFrom("webhook_event")
    .selectAll()
    .where("handed_out_at", "is", null)
    .orderBy("id")
    .limit(BATCH)
    .execute();
  if (events.length === 0) return 0;
  const data = await dataOf(trx, events, publicUrl);
  const known = events.filter(({ id }) => data.has(id));
  const sequences = await numbered(trx, known);
  const deliveries = events.map(({ id, ...event }) => ({
    id,
    sequence: sequences.get(id) ?? null,
    data: data.get(id) ?? event.data,
  }));
  await sql`
    update webhook_event e set sequence = t.sequence, data = t.data, handed_out_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) t (id bigint, sequence integer, data jsonb)
    where e.id = t.id`.execute(trx);
  await addDeliveries(trx, known, now);
  return events.length;
}

/** The next numbers of the subjects, by the event's id. */
async function numbered(db: Kysely<Database>, events: readonly WebhookEvent[]): Promise<Map<string, number>> {
  const subjects = [...Map.groupBy(events, ({ topic, subject_id }) => `${topic} ${subject_id}`).values()];
  const counts = subjects.map((group) => ({
    topic: group[0]!.topic,
    subject_id: group[0]!.subject_id,
    company_id: group[0]!.company_id,
    count: group.length,
  }));
  const { rows } = await sql<{ topic: string; subject_id: string; last_sequence: number }>`
    insert into webhook_subject as s (topic, subject_id, company_id, last_sequence)
    select c.topic, c.subject_id, c.company_id, c.count
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      c (topic text, subject_id bigint, company_id bigint, count integer)
    on conflict (topic, subject_id) do update set last_sequence = s.last_sequence + excluded.last_sequence
    returning topic, subject_id, last_sequence`.execute(db);
  const last = new Map(rows.map((row) => [`${row.topic} ${row.subject_id}`, row.last_sequence]));
  return new Map(
    subjects.flatMap((group) => {
      const end = last.get(`${group[0]!.topic} ${group[0]!.subject_id}`)!;
      return group.map(({ id }, index) => [id, end - group.length + 1 + index] as const);
    }),
  );
}

async function addDeliveries(
  db: Kysely<Database>,
  events: readonly WebhookEvent[],
  now: Date,
): Promise<void> {
  const companies = [...new Set(events.map(({ company_id }) => company_id))];
  if (companies.length === 0) return;
  const webhooks = await db
    .selectFrom("webhook")
    .selectAll()
    .where("company_id", "in", companies)
    .where("is_on", "=", true)
    .execute();
  const mayTell = await rightsOf(db, webhooks);
  const rows = events.flatMap((event) =>
    webhooks
      .filter((webhook) => webhook.company_id === event.company_id)
      .filter(({ topics }) => topics.some((topic) => topic === event.topic))
      // What its maker may not see is not told later either.
      .filter((webhook) => mayTell(webhook, event.topic))
      .map((webhook) => ({
        webhook_id: webhook.id,
        event_id: event.id,
        topic: event.topic,
        subject_id: event.subject_id,
        since: now,
        next_at: now,
      })),
  );
  if (rows.length > 0) await db.insertInto("webhook_delivery").values(rows).execute();
}

async function rightsOf(db: Kysely<Database>, webhooks: readonly Webhook[]) {
  const makers = new Map<string, Awaited<ReturnType<typeof loadMaker>>>();
  for (const { user_id, company_id } of webhooks)
    if (!makers.has(user_id)) makers.set(user_id, await loadMaker(db, user_id, company_id));
  return ({ user_id }: Webhook, topic: WebhookEvent["topic"]) => {
    const maker = makers.get(user_id);
    return Boolean(maker) && maySee(maker!, topic);
  };
}
