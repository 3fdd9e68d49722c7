import { type Kysely, sql } from "kysely";
import {
  type NotificationChannel,
  type NotificationScope,
  ownNoticeKinds,
  type RuleJoin,
} from "#app/contract/notification-code.ts";
import { DAY_MS, formatDay } from "#app/lib/date-time.ts";
import type { NotificationRule } from "#app/lib/notification-rule.ts";
import { nextSend, type Schedule } from "#app/lib/schedule.ts";
import type { Database } from "../db/schema.ts";
import { DEMO_PREFIX } from "../identity/demo-company.ts";
import { addNotices } from "../notifications/notice.ts";
import { rehearse, type StandingsReader, sharedReader } from "../notifications/told.ts";
import type { demoCast } from "./cast.ts";

/** For this time the notifications have been there, and people were told of their own things. */
export const TOLD_DAYS = 14;

interface DemoNotification {
  name: { demo: string; chen: string };
  join: RuleJoin;
  rules: NotificationRule[];
  scope: NotificationScope;
  channel: NotificationChannel;
  schedule: Omit<Schedule, "from">;
}

const notifications: readonly DemoNotification[] = [
  {
    name: { demo: "Departed, arrived or late", chen: "离港、抵港或延误" },
    join: "OR",
    rules: [
      { kind: "milestone", value: "atd" },
      { kind: "milestone", value: "ata" },
      { kind: "delayed", value: "yes" },
    ],
    scope: "ALL",
    channel: "EMAIL",
    schedule: { unit: "day", every: 1, weekday: 1, monthDay: 1, time: "08:00", zone: "+08:00" },
  },
  {
    name: { demo: "Followed, arriving soon", chen: "关注的运单即将到港" },
    join: "AND",
    rules: [
      { kind: "mode", value: "OCEAN" },
      { kind: "etaWithin", value: "10" },
    ],
    scope: "FOLLOWED",
    channel: "NONE",
    schedule: { unit: "week", every: 1, weekday: 1, monthDay: 1, time: "07:30", zone: "+08:00" },
  },
];

/**
 * Runs actions of which nobody is told: every kind of news is switched off meanwhile. Call it at the seeding only, when no
 * person of the demonstration has switched off anything.
 */
export async function untold(trx: Kysely<Database>, act: () => Promise<void>): Promise<void> {
  const people = sql`
    (select u.id from app_user u join company c on c.id = u.company_id where c.code like ${`${DEMO_PREFIX}%`})`;
  await sql`
    insert into notice_off (user_id, kind)
    select p.id, k.kind from ${people} p cross join unnest(${[...ownNoticeKinds]}::text[]) k (kind)`.execute(
    trx,
  );
  await act();
  await sql`delete from notice_off where user_id in ${people}`.execute(trx);
}

/** Two notifications of demo and of chen, and what they have told in the portal, by the engine that tells. */
export async function addDemoNotifications(
  trx: Kysely<Database>,
  cast: Awaited<ReturnType<typeof demoCast>>,
  today: Date,
): Promise<void> {
  const read = sharedReader();
  for (const person of ["demo", "chen"] as const)
    await addNotificationsOf(trx, person, { ...cast(person), today, read });
  const yesterday = new Date(today.getTime() - DAY_MS);
  const failed = { last_failed_at: yesterday };
  await trx
    .insertInto("mail_address")
    .values([
      {
        email: "tom.becker@meridian-retail.example",
        hard_failures: 2,
        soft_failures: 0,
        ...failed,
        blocked_at: yesterday,
        last_error: "550 5.1.1 User unknown",
      },
      {
        email: "paul.anders@meridian-retail.example",
        hard_failures: 0,
        soft_failures: 3,
        ...failed,
        blocked_at: null,
        last_error: "452 4.2.2 Mailbox full",
      },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Everybody has read what is older than a day.
  await trx
    .updateTable("notice")
    .set((eb) => ({ read_at: eb.ref("created_at") }))
    .where("created_at", "<", new Date(today.getTime() - DAY_MS))
    .execute();
}

async function addNotificationsOf(
  trx: Kysely<Database>,
  person: keyof DemoNotification["name"],
  {
    userId,
    companyId,
    today,
    read,
  }: { userId: string; companyId: string; today: Date; read: StandingsReader },
): Promise<void> {
  const since = new Date(today.getTime() - TOLD_DAYS * DAY_MS);
  for (const { name: names, join, rules, scope, channel, schedule: demoSchedule } of notifications) {
    const name = names[person];
    const schedule = { ...demoSchedule, from: formatDay(since, demoSchedule.zone)! };
    const { id } = await trx
      .insertInto("notification")
      .values({
        company_id: companyId,
        user_id: userId,
        name,
        join_by: join,
        scope,
        channel,
        recipients: [],
        is_on: true,
        schedule: JSON.stringify(schedule),
        next_at: nextSend(schedule, today),
        told_until: today,
        created_at: since,
        updated_at: since,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("notification_rule")
      .values(rules.map((rule, position) => ({ notification_id: id, position, ...rule })))
      .execute();
    const teller = { companyId, userId, scope, join, rules, schedule };
    const rehearsed = await rehearse(trx, teller, TOLD_DAYS, today, read);
    for (const { at, shipments } of rehearsed)
      await addNotices(trx, [
        {
          companyId,
          userId,
          recipient: null,
          kind: "rule",
          notificationId: id,
          now: at,
          newsKey: `rule-${id}-${at.getTime()}`,
          content: { title: name, shipments, path: "/account/notifications" },
        },
      ]);
  }
}
