import { randomBytes } from "node:crypto";
import { type Expression, type Kysely, type RawBuilder, sql } from "kysely";
import type { NoticeKind, NoticeTarget } from "#app/contract/notification-code.ts";
import type { Language } from "#app/contract/user.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { queueMail } from "../mail/outbox.ts";
import { message } from "../texts/message.ts";
import { tellCutOffs } from "./cut-off-news.ts";
import { tellDueInvoices } from "./invoice-news.ts";
import { addNotices, tellNews } from "./notice.ts";

interface OwnNews {
  kind: Exclude<NoticeKind, "rule">;
  /** The person who is told, with the address that the mail goes to; null: no mail. */
  person: {
    id: string;
    companyId: string;
    email: string | null;
    language: Language;
    /** The caller has read with the person that the kind is not switched off. */
    isAsked?: boolean;
  };
  /** Number of the quote or booking, or the name of the list. */
  number: string;
  path: string;
  newsKey: string;
  mail: { subject: string; body: string };
}

/** Whether a person has switched off this kind, for the query that reads the person. */
export function hasSwitchedOff(userId: Expression<string>, kind: NoticeKind): RawBuilder<boolean> {
  return sql<boolean>`exists (select from notice_off o where o.user_id = ${userId} and o.kind = ${kind})`;
}

/**
 * Tells a person what happened to their own quote or booking, in the portal and at once by a mail of its own, unless
 * they have switched that kind off. Call it in the transaction of the change.
 */
export async function tellOwn(
  db: Kysely<Database>,
  { kind, person, number, path, newsKey, mail }: OwnNews,
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<void> {
  const off =
    !person.isAsked &&
    (await db
      .selectFrom("notice_off")
      .select("kind")
      .where("user_id", "=", person.id)
      .where("kind", "=", kind)
      .executeTakeFirst());
  if (off) return;
  const content = { title: number, path };
  const { companyId, id: userId } = person;
  await addNotices(db, [
    { companyId, userId, recipient: null, kind, notificationId: null, newsKey, content, now },
  ]);
  if (!person.email) return;
  const recipient = person.email.trim().toLowerCase();
  const { isBlocked, isBare } = await mailRules(db, companyId, recipient);
  if (isBlocked) return;
  const targets = [{ kind, name: message(`noticeKind${kind}`, person.language) }];
  const unsubscribe = await unsubscribeLink(
    db,
    { recipient, userId, companyId, targets },
    { publicUrl, now },
  );
  const { subject, body } = isBare ? bareMail(person.language, publicUrl) : mail;
  const end = message("newsMailEndAll", person.language);
  const whole = `${body.trimEnd()}\n\n--\n${end}:\n${unsubscribe}\n`;
  await queueMail(
    db,
    { recipient: person.email, subject, body: whole, headers: { unsubscribe }, isNotice: true, companyId },
    now,
  );
}

/** What counts for every mail of news: a block of the address, and the company's wish for mails without content. */
async function mailRules(db: Kysely<Database>, companyId: string, recipient: string) {
  const { rows } = await sql<{ isBare: boolean; isBlocked: boolean }>`
    select is_mail_bare as "isBare", exists (
      select from mail_address where email = ${recipient} and blocked_at is not null
    ) as "isBlocked"
    from company where id = ${companyId}`.execute(db);
  return rows[0]!;
}

function bareMail(language: Language, publicUrl: string): OwnNews["mail"] {
  const link = `${message("newsMailOpen", language)}:\n${publicUrl}/account/notifications`;
  return {
    subject: message("newsMailSubject", language),
    body: `${message("newsMailBare", language)}\n\n${link}\n`,
  };
}

/** The link for this recipient and these targets; the same one again in later mails. */
export async function unsubscribeLink(
  db: Kysely<Database>,
  {
    recipient,
    userId,
    companyId,
    targets,
  }: { recipient: string; userId: string | null; companyId: string; targets: readonly NoticeTarget[] },
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<string> {
  const { token } = await db
    .insertInto("unsubscribe_link")
    .values({
      token: randomBytes(24).toString("base64url"),
      recipient,
      user_id: userId,
      company_id: companyId,
      targets: JSON.stringify(targets),
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["recipient", "company_id", "targets"])
        .doUpdateSet((eb) => ({ created_at: eb.ref("excluded.created_at") })),
    )
    .returning("token")
    .executeTakeFirstOrThrow();
  return `${publicUrl}/unsubscribe?token=${token}`;
}

/**
 * News that comes with the time: quotes that run out within a day, documents of followed shipments, cut-offs before
 * which something is missing, invoices due, and messages of the forwarder that were not read for an hour, for who
 * takes part in the conversation. Each is told once, by any number of processes.
 */
export async function watchTheClock(db: Kysely<Database>, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const news = [
      ...(await tellEndingQuotes(trx, now)),
      ...(await tellWaitingMessages(trx, now)),
      ...(await tellDocuments(trx, now)),
      ...(await tellCutOffs(trx, now)),
      ...(await tellDueInvoices(trx, now)),
    ];
    await tellNews(trx, news);
  });
}

/** @returns who was told */
async function tellEndingQuotes(db: Kysely<Database>, now: Date): Promise<string[]> {
  const tomorrow = new Date(now.getTime() + DAY_MS);
  const { rows } = await sql<{ user_id: string }>`
    insert into notice (company_id, user_id, recipient, kind, news_key, content, created_at, state)
    select u.company_id, u.id, lower(u.email), 'quoteEnding',
      'quoteEnding-' || q.id || '-' || extract(epoch from q.valid_until)::bigint,
      jsonb_build_object('title', q.quote_number, 'path', '/quote/detail?id=' || q.id), ${now}::timestamptz,
      case when coalesce(u.email, '') = '' then 'PORTAL' else 'WAITING' end
    from quote q join app_user u on u.id = q.requested_by and u.company_id = q.company_id and u.status = 'ACTIVE'
    where q.valid_until > ${now} and q.valid_until <= ${tomorrow} and q.booking_id is null
      and q.status not in ('NEW', 'REJECTED')
      and not exists (select from notice_off o where o.user_id = u.id and o.kind = 'quoteEnding')
    on conflict do nothing returning user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** @returns who was told */
async function tellWaitingMessages(db: Kysely<Database>, now: Date): Promise<string[]> {
  const [hourAgo, dayAgo] = [new Date(now.getTime() - HOUR_MS), new Date(now.getTime() - DAY_MS)];
  const { rows } = await sql<{ user_id: string }>`
    insert into notice (company_id, user_id, recipient, kind, news_key, content, created_at, state)
    select u.company_id, u.id, lower(u.email), 'messageWaiting', 'messageWaiting-' || c.id || '-' || coalesce(r.last_read_sequence, 0),
      jsonb_build_object('title',
        coalesce(nullif(t.subject, ''), s.house_number, b.booking_number, q.quote_number, ''), 'path', '/messageCenter/index?session=' || t.id), ${now}::timestamptz,
      case when coalesce(u.email, '') = '' then 'PORTAL' else 'WAITING' end
    from message m join channel c on c.id = m.channel_id join team t on t.id = c.team_id
    join app_user u on u.company_id = c.company_id and u.status = 'ACTIVE'
    left join shipment s on s.id = t.shipment_id left join booking b on b.id = t.booking_id
    left join quote q on q.id = t.quote_id
    left join channel_read r on r.channel_id = c.id and r.user_id = u.id
    where m.is_forwarder and m.created_at <= ${hourAgo} and m.created_at > ${dayAgo}
      and m.sequence > coalesce(r.last_read_sequence, 0)
      and (t.created_by = u.id or exists (select from message o where o.channel_id = c.id and o.sender_id = u.id))
      and exists (select from role_menu rm join menu n on n.id = rm.menu_id
        where rm.role_id = u.role_id and n.menu_flag = 0 and n.name = 'MessageCenter')
      and not exists (select from notice_off o where o.user_id = u.id and o.kind = 'messageWaiting')
    group by u.id, u.company_id, u.email, t.id, t.subject, s.house_number, b.booking_number,
      q.quote_number, c.id, r.last_read_sequence
    on conflict do nothing returning user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/**
 * Documents that came within a day to shipments that somebody follows; several of a shipment within an hour are told once.
 * @returns who was told
 */
async function tellDocuments(db: Kysely<Database>, now: Date): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into notice (company_id, user_id, recipient, kind, news_key, content, created_at, state)
    select distinct on (u.id, s.id) u.company_id, u.id, lower(u.email), 'documentThere',
      'documentThere-' || s.id || '-' || extract(epoch from date_trunc('hour', d.added_at))::bigint,
      jsonb_build_object('title', s.house_number, 'path', '/shipments/detail/' || s.id), ${now}::timestamptz,
      case when coalesce(u.email, '') = '' then 'PORTAL' else 'WAITING' end
    from shipment_document d join shipment s on s.id = d.shipment_id
    join shipment_follow f on f.shipment_id = s.id
    join app_user u on u.id = f.user_id and u.company_id = s.company_id and u.status = 'ACTIVE'
    where d.added_at <= ${now} and d.added_at > ${new Date(now.getTime() - DAY_MS)}
      and exists (select from role_menu rm join menu n on n.id = rm.menu_id
        where rm.role_id = u.role_id and n.menu_flag = 1 and n.name = 'SHIPMENTS')
      and not exists (select from notice_off o where o.user_id = u.id and o.kind = 'documentThere')
      -- Followed after it came: it was there to be seen.
      and f.created_at <= d.added_at
    order by u.id, s.id, d.added_at desc
    on conflict do nothing returning user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
