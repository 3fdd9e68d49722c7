import { type Kysely, type Selectable, sql } from "kysely";
import type { Logger } from "pino";
import type { NoticeContent } from "#app/contract/notification-code.ts";
import { MINUTE_MS } from "#app/lib/date-time.ts";
import { dueSend } from "#app/lib/schedule.ts";
import type { Database } from "../db/schema.ts";
import { addNotices, type NewNotice } from "./notice.ts";
import { recipientsOf } from "./recipients.ts";
import { type NotificationRow, type RuleRow, rulesOf } from "./store.ts";
import { sharedReader, type Telling, tellings } from "./told.ts";

/** Notifications of one transaction. */
const BATCH = 200;
/** An event is counted from when its import began; by then it is stored, so nothing falls between two sends. */
const SETTLED_MS = 3_000;
/** A notification that cannot be told at present is tried again after this. */
const AGAIN_MS = 5 * MINUTE_MS;
/** Shipments that a notice holds; the others are counted. */
const SHIPMENTS_MAX = 100;

/**
 * Tells everything that is due. Each notification is claimed, evaluated and moved on in one transaction, so that any
 * number of processes may do so, and one that dies has told nothing. @returns the number of notifications
 */
export async function dispatchDue(
  db: Kysely<Database>,
  now: Date,
  log: Logger,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  let size = BATCH;
  while (!signal?.aborted) {
    try {
      const done = await db.transaction().execute((trx) => dispatchBatch(trx, now, size));
      count += done;
      if (done < size) {
        if (size === BATCH || done === 0) return count;
        size = BATCH;
      }
    } catch (error) {
      // One by one, to find the one that cannot be told.
      if (size > 1) size = 1;
      else {
        log.error({ err: error }, "A notification cannot be told and waits");
        await postponeFirst(db, now);
        size = BATCH;
      }
    }
  }
  return count;
}

/** When something can be told next; null while nothing is due at any time. */
export async function nextDispatch(db: Kysely<Database>): Promise<Date | null> {
  const { at } = await db
    .selectFrom("notification")
    .select((eb) => eb.fn.min("next_at").as("at"))
    .executeTakeFirstOrThrow();
  return at && new Date(at.getTime() + SETTLED_MS);
}

async function claim(db: Kysely<Database>, now: Date, size: number): Promise<NotificationRow[]> {
  return db
    .selectFrom("notification")
    .selectAll()
    .where("next_at", "<=", new Date(now.getTime() - SETTLED_MS))
    .orderBy("next_at")
    .orderBy("id")
    .limit(size)
    .forUpdate()
    .skipLocked()
    .execute();
}

async function dispatchBatch(trx: Kysely<Database>, now: Date, size: number): Promise<number> {
  const rows = await claim(trx, now, size);
  if (rows.length === 0) return 0;
  const rules = Map.groupBy(
    await rulesOf(
      trx,
      rows.map(({ id }) => id),
    ),
    ({ notification_id }) => notification_id,
  );
  const owners = await ownersOf(trx, rows);
  const read = sharedReader();
  const notices: NewNotice[] = [];
  const moved: { id: string; at: Date; next: Date }[] = [];
  for (const row of rows) {
    const { at, next } = dueSend(row.schedule, row.next_at!, now);
    moved.push({ id: row.id, at, next });
    const owner = owners.get(row.user_id);
    if (owner?.status !== "ACTIVE" || owner.company_id !== row.company_id) continue;
    const [telling] = await tellings(trx, tellerOf(row, rules.get(row.id) ?? []), [row.told_until, at], read);
    if (telling) notices.push(...(await noticesOf(trx, row, owner, telling, now)));
  }
  await addNotices(trx, notices);
  await moveOn(trx, moved);
  return rows.length;
}

const tellerOf = (row: NotificationRow, rules: RuleRow[]) => ({
  companyId: row.company_id,
  userId: row.user_id,
  scope: row.scope,
  join: row.join_by,
  rules,
  schedule: row.schedule,
});

type Owner = Pick<Selectable<Database["app_user"]>, "id" | "company_id" | "status" | "email">;

async function ownersOf(db: Kysely<Database>, rows: readonly NotificationRow[]): Promise<Map<string, Owner>> {
  const ids = [...new Set(rows.map(({ user_id }) => user_id))];
  const owners = await db
    .selectFrom("app_user")
    .select(["id", "company_id", "status", "email"])
    .where("id", "in", ids)
    .execute();
  return new Map(owners.map((owner) => [owner.id, owner]));
}

async function noticesOf(
  db: Kysely<Database>,
  row: NotificationRow,
  owner: Owner,
  { at, shipments }: Telling,
  now: Date,
): Promise<NewNotice[]> {
  const own = owner.email?.trim().toLowerCase() ?? null;
  const mailed = row.channel === "NONE" ? [] : row.recipients.length > 0 ? row.recipients : own ? [own] : [];
  const more = shipments.length - SHIPMENTS_MAX;
  const content: NoticeContent = {
    title: row.name,
    shipments: shipments.slice(0, SHIPMENTS_MAX),
    ...(more > 0 ? { more } : {}),
    path: "/account/notifications",
  };
  const shared = {
    companyId: row.company_id,
    kind: "rule" as const,
    notificationId: row.id,
    newsKey: `rule-${row.id}-${at.getTime()}`,
    content,
    now,
  };
  const known = await recipientsOf(db, row.company_id, mailed);
  const notices = mailed.flatMap((email): NewNotice[] => {
    const { state, userId } = known.get(email)!;
    const isOwn = email === own;
    const mayGet = isOwn || userId !== null || state === "confirmed";
    return mayGet ? [{ ...shared, userId: isOwn ? owner.id : userId, recipient: email }] : [];
  });
  // Who made it sees it in the portal in any case.
  const isTold = notices.some(({ userId }) => userId === owner.id);
  return isTold ? notices : [...notices, { ...shared, userId: owner.id, recipient: null }];
}

async function moveOn(
  db: Kysely<Database>,
  moved: readonly { id: string; at: Date; next: Date }[],
): Promise<void> {
  await sql`
    update notification n set told_until = m.at, next_at = m.next
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (id bigint, at timestamptz, next timestamptz)
    where n.id = m.id`.execute(db);
}

async function postponeFirst(db: Kysely<Database>, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const [row] = await claim(trx, now, 1);
    if (!row) return;
    await trx
      .updateTable("notification")
      .set({ next_at: new Date(now.getTime() + AGAIN_MS) })
      .where("id", "=", row.id)
      .execute();
  });
}
