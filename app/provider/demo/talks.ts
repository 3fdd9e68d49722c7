import { type Kysely, sql } from "kysely";
import { channelTypes } from "#app/contract/message.ts";
import { HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { caseOf } from "../messages/case.ts";
import { post } from "../messages/send.ts";
import { channelIdOf, ensureTeam } from "../messages/team.ts";
import type { DemoCustomerCode } from "./accounts.ts";
import { createRandom } from "./random.ts";
import type { DemoShipment } from "./shipment.ts";
import type { DemoRun, TimedAction } from "./timed-action.ts";

/** `c` is the customer, `f` the forwarder. */
type Talk = readonly (readonly [side: "c" | "f", text: string])[];
type Topic = "late" | "sailed" | "released" | "delivered";

const talks: Record<Topic, Record<"en" | "zh", readonly Talk[]>> = {
  late: {
    en: [
      [
        ["c", "The dates have moved. What is the reason, and is the new one firm?"],
        ["f", "It stands beside the milestone. We hold it to the new date and tell you of any change."],
        ["c", "Thank you, we move the dock slot."],
      ],
      [
        ["c", "Does the delay cost us the free time at the terminal?"],
        ["f", "No, it begins when the cargo is discharged."],
      ],
    ],
    zh: [
      [
        ["c", "请问这票货为什么延误？新的时间确定吗？"],
        ["f", "原因已写在节点里，目前以新时间为准，如有变化马上通知您。"],
        ["c", "好的，谢谢。"],
      ],
    ],
  },
  sailed: {
    en: [
      [
        ["f", "Your cargo is on its way. Our bill is among the documents; please check consignee and marks."],
        ["c", "Checked, it is right."],
      ],
      [
        ["f", "Departed. Will your broker take the papers from us or from the shipper?"],
        ["c", "From you, please. The address is the one of the last shipment."],
        ["f", "Noted."],
      ],
    ],
    zh: [
      [
        ["f", "货物已启运，分单已上传，请核对收货人和唛头。"],
        ["c", "已核对，没有问题。"],
      ],
    ],
  },
  released: {
    en: [
      [
        ["f", "Customs has released the goods. Which delivery slot suits you?"],
        ["c", "The first one in the morning, please."],
        ["f", "Passed on to the haulier."],
      ],
      [
        ["c", "Is the release complete, or does the carrier still hold the cargo?"],
        ["f", "Complete on both sides, the delivery order follows."],
      ],
    ],
    zh: [
      [
        ["f", "海关已放行，请问希望什么时间送货？"],
        ["c", "上午第一个时段，谢谢。"],
      ],
    ],
  },
  delivered: {
    en: [
      [
        [
          "f",
          "Delivered. The signed proof of delivery is among the documents as soon as the driver is back.",
        ],
        ["c", "All cartons complete and dry, thank you."],
      ],
    ],
    zh: [
      [
        ["f", "已送达，签收单稍后上传。"],
        ["c", "件数无误，外箱完好，谢谢。"],
      ],
    ],
  },
};

const speakers: Record<DemoCustomerCode, readonly string[]> = {
  MERIDIAN: ["demo", "chen", "maria.ruiz"],
  BRIGHTWATER: ["rival", "jan.peters"],
  HARROWVALE: ["emma.hale"],
};
/** Hours after the last message when everybody has read it. */
const READ_HOURS = 30;
/** Hours after an event when its message arrives. */
const NEWS_HOURS = 9;

/** Messages about a shipment under way: one conversation for about every fifth. */
export function talkActions(shipment: DemoShipment, from: Date): TimedAction[] {
  const { index, company, journey, row } = shipment;
  const random = createRandom(60_000_000 + index);
  if (!random.chance(0.2)) return [];
  const step = (...codes: string[]) => journey.steps.find(({ code }) => codes.includes(code))?.actual;
  const slip = journey.slips[0]?.knownAt;
  const subjects = (
    [
      ["late", slip],
      ["sailed", step("DEPA", "DEP")],
      ["released", step("CUSR", "CCD")],
      ["delivered", step("DROP")],
    ] as const
  ).filter(([, at]) => at !== undefined && at > shipment.bookedAt);
  if (subjects.length === 0) return [];
  const [topic, at] = slip && random.chance(0.5) ? subjects[0]! : random.pick(subjects);
  const who = random.pick(speakers[company]);
  const staff = row.job_mode === "AIR" ? "kit.wong" : "desk";
  const lines = random.pick(talks[topic][who === "chen" ? "zh" : "en"]);
  let saidMs = at!.getTime() + (NEWS_HOURS * 60 + random.int(0, 300)) * MINUTE_MS;
  if (saidMs <= from.getTime()) return [];
  const actions = lines.map(([side, text], line): TimedAction => {
    const when = new Date(saidMs);
    saidMs += random.int(6, 200) * MINUTE_MS;
    const clientId = `demo-${index}-${line + 1}`;
    return {
      at: when,
      index,
      run: (demo, call) => {
        const writer = call(side === "c" ? who : staff);
        return say(demo, shipment, { customer: call(who), writer, text, clientId });
      },
    };
  });
  const readAt = new Date(saidMs + READ_HOURS * HOUR_MS);
  return [...actions, { at: readAt, index, run: (demo) => readByAll(demo, shipment, readAt) }];
}

async function idOf(db: Kysely<Database>, { row }: DemoShipment): Promise<string | undefined> {
  const shipment = await db
    .selectFrom("shipment")
    .select("id")
    .where("house_number", "=", row.house_number)
    .executeTakeFirst();
  return shipment?.id;
}

async function say(
  demo: DemoRun,
  shipment: DemoShipment,
  message: { customer: CallerContext; writer: CallerContext; text: string; clientId: string },
): Promise<void> {
  const { customer, writer, text, clientId } = message;
  const { db } = demo;
  const id = await idOf(db, shipment);
  const subject = id && (await caseOf(db, customer.scope, channelTypes.shipment, id));
  if (!subject) return;
  const team = await ensureTeam(db, subject, { userId: customer.caller.userId, now: customer.now });
  const channelId = await channelIdOf(db, team.id, channelTypes.shipment);
  if (channelId === null) return;
  await post({ channelId, text, contentUrl: [], clientId }, writer);
  await read(db, channelId, writer.now, [writer.caller.userId]);
}

async function readByAll(demo: DemoRun, shipment: DemoShipment, at: Date): Promise<void> {
  const { db } = demo;
  const id = await idOf(db, shipment);
  if (!id) return;
  const { rows } = await sql<{ channel_id: string; readers: string[] }>`
    select c.id as channel_id, array(select u.id from app_user u join company o on o.id = u.company_id
      where u.company_id = c.company_id or o.is_forwarder) as readers
    from channel c join team t on t.id = c.team_id
    where t.shipment_id = ${id} and c.type = ${channelTypes.shipment}`.execute(db);
  for (const { channel_id, readers } of rows) await read(db, channel_id, at, readers);
}

async function read(
  db: Kysely<Database>,
  channelId: string,
  now: Date,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    insert into channel_read as r (user_id, channel_id, last_read_sequence, updated_at)
    select u.id, c.id, c.last_sequence, ${now}::timestamptz
    from channel c cross join unnest(${[...userIds]}::bigint[]) as u (id) where c.id = ${channelId}
    on conflict (user_id, channel_id) do update set
      last_read_sequence = excluded.last_read_sequence, updated_at = excluded.updated_at
      where r.last_read_sequence < excluded.last_read_sequence`.execute(db);
}
