import { type Insertable, type Kysely, sql } from "kysely";
import { type ChannelType, channelTypes } from "#app/contract/message.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { scopeOf } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { searchText } from "../db/search-text.ts";
import { caseOf } from "../messages/case.ts";
import { indexMessages } from "../messages/gram.ts";
import { addChannels, ensureTeam } from "../messages/team.ts";
import type { demoCast } from "./cast.ts";
import { createRandom, type Random } from "./random.ts";

type Cast = ReturnType<typeof demoCast> extends Promise<infer People> ? People : never;

/** `c` is the customer, `f` the forwarder. */
type Line = readonly [side: "c" | "f", text: string];

const shipmentTalks: Record<"en" | "zh", readonly (readonly Line[])[]> = {
  en: [
    [
      ["c", "Good morning, the arrival moved by two days. Is the berth the reason?"],
      ["f", "Good morning. Yes, the terminal is congested; the vessel waits at anchorage. We watch it."],
      ["c", "Please tell us as soon as it is alongside, our warehouse books dock slots by the hour."],
      ["f", "We will. Discharge usually follows within a day of berthing."],
    ],
    [
      ["f", "The original bill of lading has not reached us yet. Can you tell us when it was sent?"],
      ["c", "It left our bank yesterday by courier, the number is in the documents."],
      ["f", "Found it, thank you. /::(smile)/"],
    ],
    [
      ["c", "Two cartons arrived crushed. Photos follow by our warehouse."],
      ["f", "We are sorry to hear it. Please keep the packaging, our surveyor comes tomorrow."],
      ["c", "Thank you, ask for Dana at gate 4."],
      ["f", "Noted. The survey report will be in the documents of this shipment."],
    ],
    [
      ["f", "Customs has released the goods. Which delivery slot suits you?"],
      ["c", "Thursday between 8 and 11, please."],
      ["f", "Booked with the haulier: Thursday, 9:00."],
    ],
  ],
  zh: [
    [
      ["c", "您好，请问这票货的船期有变化吗？"],
      ["f", "您好，船公司通知延误一天，预计到港时间已更新。"],
      ["c", "好的，请在靠泊后通知我们，谢谢。/::(pray)/"],
      ["f", "没问题，靠泊后第一时间通知您。"],
    ],
    [
      ["f", "报关资料还缺一份装箱单，请补充。"],
      ["c", "已经发给仓库确认，今天下班前提供。"],
      ["f", "收到，辛苦了。"],
    ],
  ],
};
const billingTalks: readonly (readonly Line[])[] = [
  [
    ["c", "The invoice shows three days of demurrage. By our count it is two."],
    ["f", "The free time began on the day of discharge. We ask the terminal for the exact hour."],
    ["f", "The terminal confirms two days. A corrected invoice follows."],
    ["c", "Thank you for sorting this out."],
  ],
  [
    ["c", "Please put our order number on the invoice, accounts payable asks for it."],
    ["f", "Done, and noted for all that follow."],
  ],
];
const bookingTalks: Record<"en" | "zh", readonly (readonly Line[])[]> = {
  en: [
    [
      ["c", "Can the container be picked up a day earlier? The goods are ready."],
      ["f", "The depot opens at 7:00 on Monday. Shall we take that slot?"],
      ["c", "Yes, please."],
      ["f", "Confirmed for Monday, 7:00."],
    ],
    [
      ["f", "The carrier asks for the HS code of the second cargo line."],
      ["c", "9405.21, it is in the packing list as well."],
    ],
  ],
  zh: [
    [
      ["c", "请问可以安排周六装箱吗？"],
      ["f", "可以，周六上午九点，司机信息稍后发给您。"],
      ["c", "好的，谢谢！"],
    ],
  ],
};
const quoteTalks: readonly (readonly Line[])[] = [
  [
    ["c", "Is the fuel surcharge part of the price?"],
    ["f", "It is, and fixed until the date of validity."],
  ],
  [
    ["f", "Are the pallets stackable? Then LCL comes cheaper."],
    ["c", "They are not, sorry."],
    ["f", "Thank you, then the price stands as it is."],
  ],
];
const longTalk = [
  "Any news from the terminal?",
  "Not yet, the gate is closed because of wind.",
  "Is the seal number on the arrival notice the right one?",
  "It is, checked against the bill.",
  "The haulier asks for the release reference.",
  "Sent to them and to you.",
  "Can we still change the consignee's contact?",
  "Until the vessel berths, yes.",
];

interface Talk {
  companyId: string;
  customer: string;
  type: ChannelType;
  subjectId: string;
  lines: readonly Line[];
  /** Age of the last message in hours. */
  hoursAgo: number;
}

interface Subjects {
  shipments: string[];
  bookings: string[];
  quotes: string[];
}

/** The newest record of each kind. */
async function subjectsOf(trx: Kysely<Database>, companyId: string): Promise<Subjects> {
  const newest = async (table: "shipment" | "booking" | "quote", limit: number, condition = sql`true`) => {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where company_id = ${companyId} and ${condition}
      order by updated_at desc, id desc limit ${limit}`.execute(trx);
    return rows.map(({ id }) => id);
  };
  return {
    shipments: await newest("shipment", 10, sql`status <> 'BOOKED'`),
    // A change request has already opened the conversation of its booking.
    bookings: await newest(
      "booking",
      4,
      sql`status not in ('DRAFT', 'CANCELLED')
        and not exists (select from booking_change_request r where r.booking_id = booking.id)`,
    ),
    quotes: await newest("quote", 3, sql`status <> 'NEW'`),
  };
}

function talksOf(companyId: string, people: readonly string[], subjects: Subjects, random: Random): Talk[] {
  const languageOf = (who: string) => (who === "chen" ? "zh" : "en");
  const talks: Talk[] = [];
  const add = (type: ChannelType, subjectId: string, talk: (language: "en" | "zh") => readonly Line[]) => {
    const customer = random.pick(people);
    const hoursAgo = 1 + talks.length * 5 + random.int(0, 4);
    talks.push({ companyId, customer, type, subjectId, lines: talk(languageOf(customer)), hoursAgo });
  };
  for (const [index, id] of subjects.shipments.entries()) {
    add(channelTypes.shipment, id, (language) => random.pick(shipmentTalks[language]));
    if (index % 4 === 1) add(channelTypes.billing, id, () => random.pick(billingTalks));
  }
  for (const id of subjects.bookings)
    add(channelTypes.booking, id, (language) => random.pick(bookingTalks[language]));
  for (const id of subjects.quotes) add(channelTypes.quote, id, () => random.pick(quoteTalks));
  const busiest = talks[2];
  if (busiest) {
    busiest.lines = Array.from({ length: 130 }, (_, index) => [
      index % 2 === 0 ? "c" : "f",
      longTalk[index % longTalk.length] ?? "",
    ]);
  }
  return talks;
}

/**
 * Adds conversations in both languages, one of them long; each customer has some with unread answers of the
 * forwarder. Call it in the transaction that made shipments, bookings and quotes.
 */
export async function addDemoConversations(trx: Kysely<Database>, cast: Cast, today: Date): Promise<void> {
  const random = createRandom(4_711);
  const companies = [["demo", "chen", "maria.ruiz", "demo"], ["rival", "jan.peters"], ["emma.hale"]];
  const spoken = new Map<string, { last: number; isAnswered: boolean; companyId: string; order: number }>();
  let order = 0;
  for (const people of companies) {
    const { companyId } = cast(people[0] as string);
    const subjects = await subjectsOf(trx, companyId);
    for (const talk of talksOf(companyId, people, subjects, random)) {
      const channelId = await speak(trx, cast, talk, today, random);
      const isAnswered = talk.lines.at(-1)?.[0] === "f";
      spoken.set(channelId, { last: talk.lines.length, isAnswered, companyId, order: order++ });
    }
  }
  await markRead(trx, spoken, today);
}

async function speak(
  trx: Kysely<Database>,
  cast: Cast,
  { companyId, customer, type, subjectId, lines, hoursAgo }: Talk,
  today: Date,
  random: Random,
): Promise<string> {
  const own = cast(customer);
  const conversationCase = await caseOf(trx, scopeOf({ ...own, companyId }, "act"), type, subjectId);
  if (!conversationCase) throw new Error(`The demonstration has no subject ${subjectId}`);
  const staff = cast(random.pick(["desk", "kit.wong"]));
  const end = today.getTime() - hoursAgo * HOUR_MS;
  const times: number[] = [];
  for (let at = end, index = lines.length; index > 0; index--) {
    times.unshift(at);
    at -= random.int(4, 240) * MINUTE_MS;
  }
  const team = await ensureTeam(trx, conversationCase, {
    userId: own.userId,
    now: new Date((times[0] ?? end) - MINUTE_MS),
  });
  await addChannels(trx, team, [type]);
  const channel = await trx
    .updateTable("channel")
    .set({ last_sequence: lines.length, last_message_at: new Date(end) })
    .where("team_id", "=", team.id)
    .where("type", "=", type)
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = lines.map(([side, text], index): Insertable<Database["message"]> => {
    const sender = side === "c" ? own : staff;
    return {
      channel_id: channel.id,
      company_id: companyId,
      sequence: index + 1,
      sender_id: sender.userId,
      sender_name: sender.name,
      is_forwarder: sender.isForwarder,
      body: text,
      search_text: searchText(text),
      client_id: `demo-${channel.id}-${index + 1}`,
      created_at: new Date(times[index] ?? end),
    };
  });
  const messages = await trx
    .insertInto("message")
    .values(rows)
    .returning(["id", "company_id", "search_text"])
    .execute();
  await indexMessages(trx, messages);
  await trx
    .updateTable("team")
    .set({ last_message_at: sql`greatest(last_message_at, ${new Date(end)})` })
    .where("id", "=", team.id)
    .execute();
  return channel.id;
}

/**
 * Marks all as read for customers, except the forwarder's last messages in a few channels; for the forwarder,
 * messages older than some days.
 */
async function markRead(
  trx: Kysely<Database>,
  spoken: ReadonlyMap<string, { last: number; isAnswered: boolean; companyId: string; order: number }>,
  today: Date,
): Promise<void> {
  for (const [channelId, { last, isAnswered, companyId, order }] of spoken) {
    const read = isAnswered && order % 4 === 0 ? last - 1 : last;
    await sql`
      insert into channel_read (user_id, channel_id, last_read_sequence, updated_at)
      select u.id, ${channelId}::bigint, case
        when u.company_id = ${companyId} then ${read}::int
        when ${order % 3 === 2} then 0 else ${last}::int end, ${new Date(today.getTime() - DAY_MS)}
      from app_user u join company c on c.id = u.company_id
      where u.company_id = ${companyId} or c.is_forwarder`.execute(trx);
  }
}
