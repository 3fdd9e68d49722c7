import { type Kysely, type Selectable, sql } from "kysely";
import type { NoticeTarget } from "#app/contract/notification-code.ts";
import type { Language } from "#app/contract/user.ts";
import type { Database } from "../db/schema.ts";
import { queueMail } from "../mail/outbox.ts";
import { message } from "../texts/message.ts";
import { mailHtml, mailText } from "./mail-page.ts";
import { drawMail, type NoticeRow } from "./news-mail.ts";
import { tellNews } from "./notice.ts";
import { unsubscribeLink } from "./own-news.ts";

/** News for one person within this time become one mail. */
const GATHER_MS = 60_000;
/** Recipients that are looked at for a free one. */
const CANDIDATES = 20;

export interface MailerOptions {
  publicUrl: string;
  now: Date;
}

/**
 * Makes the mail of one recipient from everything that waits for them, and queues it in the same transaction. Their
 * rights are asked now: what they may not see any more is dropped. @returns false when nobody is waiting
 */
export async function mailOne(db: Kysely<Database>, options: MailerOptions): Promise<boolean> {
  const { now } = options;
  return db.transaction().execute(async (trx) => {
    const { rows: waiting } = await sql<{ recipient: string; company_id: string }>`
      select recipient, company_id from notice
      where state = 'WAITING' and created_at <= ${new Date(now.getTime() - GATHER_MS)}
      group by recipient, company_id order by min(created_at) limit ${CANDIDATES}`.execute(trx);
    for (const { recipient, company_id } of waiting) {
      // One process makes the mails of a recipient; others go to the next one.
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`notice ${company_id} ${recipient}`}, 0)) as mine`.execute(
        trx,
      );
      if (!rows[0]!.mine) continue;
      const notices = await trx
        .selectFrom("notice")
        .selectAll()
        .where("recipient", "=", recipient)
        .where("company_id", "=", company_id)
        .where("state", "=", "WAITING")
        .orderBy("id")
        .execute();
      if (notices.length === 0) continue;
      await mailNotices(trx, recipient, company_id, notices, options);
      return true;
    }
    return false;
  });
}

/** When a mail can be made next; null while nobody waits for one. */
export async function nextMail(db: Kysely<Database>): Promise<Date | null> {
  const { at } = await db
    .selectFrom("notice")
    .select((eb) => eb.fn.min("created_at").as("at"))
    .where("state", "=", "WAITING")
    .executeTakeFirstOrThrow();
  return at && new Date(at.getTime() + GATHER_MS);
}

async function mailNotices(
  trx: Kysely<Database>,
  recipient: string,
  companyId: string,
  notices: readonly NoticeRow[],
  { now, publicUrl }: MailerOptions,
): Promise<void> {
  const reader = await readerOf(trx, companyId, notices);
  const { kept: mailable, unmailed } = reader
    ? await stillAllowed(trx, recipient, companyId, notices)
    : { kept: [], unmailed: [] };
  const drawn =
    reader && mailable.length > 0 ? await compose(trx, recipient, mailable, reader, publicUrl, now) : null;
  const mailId = drawn && (await queueMail(trx, { recipient, ...drawn, isNotice: true, companyId }, now));
  const mailed = drawn ? mailable.map(({ id }) => id) : [];
  const known = new Set([...mailed, ...unmailed]);
  for (const [ids, change] of [
    [mailed, { state: "MAILED" as const, mail_id: mailId }],
    [unmailed, { state: "PORTAL" as const }],
    [notices.map(({ id }) => id).filter((id) => !known.has(id)), { state: "DROPPED" as const }],
  ] as const)
    if (ids.length > 0) await trx.updateTable("notice").set(change).where("id", "in", ids).execute();
  const dropped = notices.filter(({ id }) => !known.has(id));
  await tellNews(
    trx,
    dropped.flatMap(({ user_id }) => user_id ?? []),
  );
}

interface Reader {
  name: string | null;
  language: Language;
  isBare: boolean;
}

type Person = Pick<
  Selectable<Database["app_user"]>,
  "id" | "name" | "status" | "company_id" | "language_preference"
>;

/** Whose mail it is: a member's own name and language, else the language of who made the notification. */
async function readerOf(
  db: Kysely<Database>,
  companyId: string,
  notices: readonly NoticeRow[],
): Promise<Reader | null> {
  const company = await db
    .selectFrom("company")
    .select("is_mail_bare")
    .where("id", "=", companyId)
    .executeTakeFirstOrThrow();
  const userId = notices.find(({ user_id }) => user_id !== null)?.user_id;
  const person = userId
    ? await personOf(db, userId)
    : await personBehind(db, notices[0]!.notification_id ?? "0");
  if (!person) return null;
  return {
    name: userId ? person.name : null,
    language: person.language_preference ?? "en",
    isBare: company.is_mail_bare,
  };
}

const personColumns = ["u.id", "u.name", "u.status", "u.company_id", "u.language_preference"] as const;

function personOf(db: Kysely<Database>, id: string): Promise<Person | undefined> {
  return db.selectFrom("app_user as u").select(personColumns).where("u.id", "=", id).executeTakeFirst();
}

function personBehind(db: Kysely<Database>, notificationId: string): Promise<Person | undefined> {
  return db
    .selectFrom("notification as n")
    .innerJoin("app_user as u", "u.id", "n.user_id")
    .select(personColumns)
    .where("n.id", "=", notificationId)
    .executeTakeFirst();
}

/**
 * The notices that may still go out: the recipient is a member with the menu, or has agreed; who made the rule still may;
 * nobody has ended it; and the kind is not switched off. `unmailed`: a member sees it in the portal, but their address is
 * blocked or has changed meanwhile.
 */
async function stillAllowed(
  db: Kysely<Database>,
  recipient: string,
  companyId: string,
  notices: readonly NoticeRow[],
): Promise<{ kept: NoticeRow[]; unmailed: string[] }> {
  const { rows } = await sql<{ id: string; can_mail: boolean; is_members: boolean }>`
    with allowed as (
      select u.id from app_user u where u.company_id = ${companyId} and u.status = 'ACTIVE'
    ), seeing as (
      select a.id from allowed a join app_user u on u.id = a.id where exists (
        select from role_menu rm join menu m on m.id = rm.menu_id
        where rm.role_id = u.role_id and m.menu_flag = 1 and m.name = 'SHIPMENTS')
    ), making as (
      select s.id from seeing s join app_user u on u.id = s.id where exists (
        select from role_menu rm join menu m on m.id = rm.menu_id
        where rm.role_id = u.role_id and m.menu_flag = 1 and m.name = 'NOTIFICATIONTRACKING')
    )
    select x.id, x.user_id is not null as is_members,
      (x.user_id is null or exists (select from app_user u where u.id = x.user_id and lower(u.email) = ${recipient}))
        and not exists (select from mail_address b where b.email = ${recipient} and b.blocked_at is not null) as can_mail
    from notice x left join notification n on n.id = x.notification_id
    where x.id = any(${notices.map(({ id }) => id)}::bigint[])
      and not exists (select from notice_off o where o.user_id = x.user_id and o.kind = x.kind)
      and case when x.kind = 'rule' then
        n.is_on and n.user_id in (select id from making)
        and (x.user_id in (select id from seeing) or (x.user_id is null and exists (
          select from notification_address a
          where a.company_id = ${companyId} and a.email = ${recipient} and a.state = 'CONFIRMED')))
        and not exists (
          select from notification_end e where e.notification_id = n.id and e.recipient = ${recipient})
      else x.user_id in (select id from allowed) end`.execute(db);
  const allowed = new Set(rows.filter(({ can_mail }) => can_mail).map(({ id }) => id));
  return {
    kept: notices.filter(({ id }) => allowed.has(id)),
    unmailed: rows.filter(({ can_mail, is_members }) => !can_mail && is_members).map(({ id }) => id),
  };
}

async function compose(
  db: Kysely<Database>,
  recipient: string,
  notices: readonly NoticeRow[],
  { name, language, isBare }: Reader,
  publicUrl: string,
  now: Date,
) {
  const drawn = await drawMail(db, notices, language, { publicUrl, now });
  const targets = targetsOf(notices, language);
  const { user_id: userId, company_id: companyId } = notices[0]!;
  const linkOf = (ends: readonly NoticeTarget[]) =>
    unsubscribeLink(db, { recipient, userId, companyId, targets: ends }, { publicUrl, now });
  const t = (key: Parameters<typeof message>[0], values = {}) => message(key, language, values);
  const endAll = { text: t("newsMailEndAll"), href: await linkOf(targets) };
  const sections = [];
  for (const [index, section] of drawn.sections.entries()) {
    const target = targetsOf([notices[index]!], language);
    const end =
      drawn.sections.length > 1 ? { text: t("newsMailEnd", target[0]), href: await linkOf(target) } : null;
    sections.push({ ...section, end });
  }
  const page = {
    greeting: name ? t("newsMailGreeting", { name }) : t("newsMailSubject"),
    sections: isBare ? [] : sections,
    open: { text: t("newsMailOpen"), href: `${publicUrl}/account/notifications` },
    why: isBare ? `${t("newsMailBare")} ${t("newsMailWhy")}` : t("newsMailWhy"),
    endAll,
  };
  return {
    subject: isBare ? t("newsMailSubject") : drawn.subject,
    body: mailText(page),
    html: mailHtml(page, language),
    headers: { unsubscribe: endAll.href, ...(drawn.thread && !isBare ? { thread: drawn.thread } : {}) },
  };
}

/** What the mail's link ends: each notification and each kind in it, once. */
function targetsOf(notices: readonly NoticeRow[], language: Language): NoticeTarget[] {
  const targets = notices.map(
    ({ notification_id, kind, content }): NoticeTarget =>
      notification_id
        ? { notificationId: notification_id, name: content.title }
        : { kind, name: message(`noticeKind${kind}`, language) },
  );
  return [...new Map(targets.map((target) => [target.notificationId ?? target.kind, target])).values()];
}
