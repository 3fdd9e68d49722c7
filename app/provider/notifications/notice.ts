import { type Kysely, sql } from "kysely";
import type { NoticeContent, NoticeKind } from "#app/contract/notification-code.ts";
import type { Database } from "../db/schema.ts";
import { publish } from "../realtime/outbox.ts";

export interface NewNotice {
  companyId: string;
  /** Null for a recipient who is no member. */
  userId: string | null;
  /** An address in lower case; null: in the portal only. */
  recipient: string | null;
  kind: NoticeKind;
  notificationId: string | null;
  /** The same news is told once. */
  newsKey: string;
  content: NoticeContent;
  now: Date;
}

/** Keeps what people are to be told; the mailer sends it. Call it in the transaction that makes it true. */
export async function addNotices(db: Kysely<Database>, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await sql`
    insert into notice (company_id, user_id, recipient, kind, notification_id, news_key, content, created_at, state)
    select company_id, user_id, recipient, kind, notification_id, news_key, content, created_at,
      case when recipient is null then 'PORTAL' else 'WAITING' end
    from jsonb_to_recordset(${JSON.stringify(notices.map(rowOf))}::jsonb) as n (company_id bigint, user_id bigint,
      recipient text, kind text, notification_id bigint, news_key text, content jsonb, created_at timestamptz)
    on conflict do nothing`.execute(db);
  await tellNews(
    db,
    notices.flatMap(({ userId }) => userId ?? []),
  );
}

/** Tells open pages of these people that their unread news have changed, when the transaction of `trx` commits. */
export async function tellNews(trx: Kysely<Database>, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await publish(trx, { kind: "news", userIds: [...new Set(userIds)] });
}

const rowOf = (notice: NewNotice) => ({
  company_id: notice.companyId,
  user_id: notice.userId,
  recipient: notice.recipient,
  kind: notice.kind,
  notification_id: notice.notificationId,
  news_key: notice.newsKey,
  content: notice.content,
  created_at: notice.now,
});
