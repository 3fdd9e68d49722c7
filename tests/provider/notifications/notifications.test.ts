import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as delivery from "#app/contract/mail-delivery.ts";
import { activityList } from "#app/contract/member.ts";
import * as contract from "#app/contract/notification.ts";
import { getUser } from "#app/contract/user.ts";
import { DAY_MS, HOUR_MS, instantToWire, SECOND_MS } from "#app/lib/date-time.ts";
import { purge } from "#app/provider/jobs/purge.ts";
import { smtpDelivery } from "#app/provider/mail/delivery.ts";
import { startMailSender } from "#app/provider/mail/sender.ts";
import { dispatchDue } from "#app/provider/notifications/dispatcher.ts";
import { mailOne } from "#app/provider/notifications/mailer.ts";
import { tellOwn, watchTheClock } from "#app/provider/notifications/own-news.ts";
import { takeStatements } from "#app/provider/shipments/free-time-state.ts";

import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";
import { conversation } from "../messages/fixture.ts";
import { customer, desk, option, pricedQuote, type Somebody, somebody } from "../quotes/fixture.ts";
import { connect } from "../realtime/client.ts";
import { type MailServer, mailServer, notification } from "./fixture.ts";

/** 07:30 in Berlin: the notification of the fixture is sent in half an hour. */
const NOW = new Date("2026-11-20T06:30:00Z");
const PUBLIC_URL = "https://portal.example.com";
const log = pino({ level: "silent" });

let provider: TestProvider;
let box: MailServer;
let dana: Somebody;
let now = NOW;
const later = (ms: number) => new Date(now.getTime() + ms);

beforeAll(async () => {
  provider = await startProvider({ now: () => now, publicUrl: PUBLIC_URL });
  box = await mailServer();
});
afterAll(async () => {
  await provider?.stop();
  await box?.close();
});
beforeEach(async () => {
  now = NOW;
  dana = await customer(provider, ["MEMBER_MANAGE"]);
  box.mails.length = 0;
  await provider.db.deleteFrom("notice").execute();
  await provider.db.deleteFrom("notification").execute();
  await provider.db.deleteFrom("mail_outbox").execute();
  await provider.db.deleteFrom("mail_address").execute();
});

const signed = () => ({ token: dana.token });
const save = (given: Parameters<typeof notification>[1] = {}, name = "Ships") =>
  provider.call(
    contract.saveNotification,
    { ...notification(name, given), id: null, version: null, formKey: randomUUID() },
    signed(),
  );

async function shipment(
  events: Parameters<typeof tellEvents>[2] = [],
  given: { port_of_arrival?: string; eta?: Date; day_only?: string[] } = {},
) {
  now = later(SECOND_MS);
  const house_number = `FL${randomUUID().slice(0, 8).toUpperCase()}`;
  const { id } = await makeShipment(provider.db, dana.companyId, {
    house_number,
    created_at: new Date(NOW.getTime() - 20 * DAY_MS),
    eta: new Date(NOW.getTime() + 10 * DAY_MS),
    ...given,
  });
  if (events.length > 0) await tellEvents(provider.db, house_number, events, now);
  return { id, house_number };
}

/** Something that happened to dana's own booking. */
function ownNews(number = "B-9") {
  const { id, companyId, email } = dana;
  return {
    kind: "bookingAccepted" as const,
    person: { id, companyId, email, language: "en" as const },
    number,
    path: "/shipments/bookingDetail/9",
    newsKey: `booking-accept-${number}`,
    mail: { subject: "Accepted", body: `Hello, ${number} is accepted` },
  };
}

const departure = { code: "DEPA", place: "CNSHA", day: -0.1 } as const;

/** Tells what is due, makes the mails and sends them. */
async function run(): Promise<void> {
  await dispatchDue(provider.db, now, log);
  now = later(2 * 60 * SECOND_MS);
  while (await mailOne(provider.db, { publicUrl: PUBLIC_URL, now }));
  const sender = startMailSender({
    database: provider.db,
    deliver: smtpDelivery(box.url, "Fairlead <no-reply@freight.example>"),
    log,
    pollMs: 10,
    now: () => now,
  });
  const isDone = async () => {
    const rows = await provider.db.selectFrom("mail_outbox").select(["sent_at", "attempts"]).execute();
    return rows.every(({ sent_at, attempts }) => sent_at !== null || attempts > 0);
  };
  await expect.poll(isDone).toBe(true);
  await sender.stop();
}

/** Goes to the next 08:00 in Berlin, when the notification is due. */
function atEight(days = 0): void {
  now = new Date(Date.parse("2026-11-20T07:00:10Z") + days * DAY_MS);
}

test("a notification is sent at its time with what is new, and the next day only with what came since", async () => {
  await save();
  const { house_number, id } = await shipment([departure]);
  await run();
  expect(box.mails).toEqual([]);
  atEight();
  await run();
  const [mail] = box.mails;
  expect(mail).toMatchObject({
    to: dana.email.toLowerCase(),
    subject: `${house_number} · Shanghai → Hamburg`,
  });
  for (const part of [mail!.text, mail!.html]) {
    expect(part).toContain("Ships");
    expect(part).toContain("Status: In transit");
    expect(part).toContain("Reached: Departure");
    expect(part).toContain("ETA Mon 30 Nov (Hamburg)");
    expect(part).toContain(`${PUBLIC_URL}/shipments/detail/${id}`);
  }
  expect(mail!.html).toContain('name="color-scheme" content="light dark"');
  expect(mail!.html).not.toMatch(/<img|background|src=/);

  atEight(1);
  await run();
  expect(box.mails).toHaveLength(1);
  now = later(HOUR_MS);
  await tellEvents(
    provider.db,
    house_number,
    [{ code: "ARRI", place: "DEHAM", day: 4, classifier: "EST", received: 0 }],
    now,
  );
  atEight(2);
  await run();
  expect(box.mails).toHaveLength(2);
  expect(box.mails[1]!.text).toContain("before: Mon 30 Nov");
  expect(box.mails[1]!.text).not.toContain("Reached");
  // The same conversation: the subject has not changed, and both answer one mail.
  expect(box.mails[1]!.subject).toBe(mail!.subject);
  const threads = box.mails.map(({ headers }) => [headers.get("in-reply-to"), headers.get("references")]);
  expect(new Set(threads.flat())).toEqual(new Set([`<shipment-${id}@freight.example>`]));
});

test("times that were missed while nothing ran are made up for once", async () => {
  await save();
  await shipment([departure]);
  atEight(6);
  await run();
  expect(box.mails).toHaveLength(1);
  const [row] = await provider.db.selectFrom("notification").selectAll().execute();
  expect(row!.told_until).toEqual(new Date("2026-11-26T07:00:00Z"));
  expect(row!.next_at).toEqual(new Date("2026-11-27T07:00:00Z"));
});

test("two processes that look at the same time tell everything once", async () => {
  for (let index = 0; index < 12; index++) await save({}, `Ships ${index}`);
  await shipment([departure]);
  atEight();
  const done = await Promise.all([1, 2, 3].map(() => dispatchDue(provider.db, now, log)));
  expect(done.reduce((a, b) => a + b)).toBe(12);
  expect(await provider.db.selectFrom("notice").select("id").execute()).toHaveLength(12);
});

test("several notifications for one person at one time are one mail", async () => {
  await save({}, "By sea");
  await save({ rules: [{ kind: "destination", value: "Hamburg" }] }, "To Hamburg");
  await shipment([departure]);
  atEight();
  await run();
  expect(box.mails).toHaveLength(1);
  expect(box.mails[0]!.text).toContain("== By sea ==");
  expect(box.mails[0]!.text).toContain("== To Hamburg ==");
  expect(box.mails[0]!.text).toContain("No more mails of 'By sea'");
});

test("an overlong mail is cut and says how many more there are", { tags: "slow" }, async () => {
  await save();
  for (let index = 0; index < 28; index++) await shipment([departure]);
  atEight();
  await run();
  expect(box.mails).toHaveLength(1);
  expect(box.mails[0]!.text).toContain("and 3 more");
  expect(box.mails[0]!.text.match(/Shanghai → Hamburg/g)).toHaveLength(25);
});

test("the reader's language is that of the mail", async () => {
  await provider.db
    .updateTable("app_user")
    .set({ language_preference: "zh" })
    .where("id", "=", dana.id)
    .execute();
  await save();
  const { house_number } = await shipment([departure]);
  atEight();
  await run();
  expect(box.mails[0]!.subject).toBe(`${house_number} · 上海 → 汉堡`);
  expect(box.mails[0]!.text).toContain("状态：运输中");
});

test.each([
  ["the menu of shipments", async () => ({ role_id: await emptyRole() })],
  ["the account", async () => ({ status: "DISABLED" as const })],
])("who has lost %s between the rule and the mail gets none", async (_, loss) => {
  await save();
  await shipment([departure]);
  atEight();
  await dispatchDue(provider.db, now, log);
  await provider.db
    .updateTable("app_user")
    .set(await loss())
    .where("id", "=", dana.id)
    .execute();
  await run();
  expect(box.mails).toEqual([]);
  expect(await provider.db.selectFrom("notice").select("state").execute()).toEqual([{ state: "DROPPED" }]);
});

async function emptyRole(): Promise<string> {
  const { id } = await provider.db
    .insertInto("role")
    .values({ company_id: dana.companyId, code: "bare", name: "Bare", name_zh: "无" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

test("a recipient who is no member agrees first, by the button behind the link and not by opening it", async () => {
  const { data } = await save({ recipients: ["Broker@Partner.example"] });
  expect(data.asked).toEqual(["broker@partner.example"]);
  await shipment([departure]);
  atEight();
  await run();
  expect(box.mails.map(({ to }) => to)).toEqual(["broker@partner.example"]);
  expect(box.mails[0]!.subject).toContain("do you agree?");
  const token = /notificationConsent\?token=([\w-]+)/.exec(box.mails[0]!.text)![1]!;
  const invitation = await provider.call(contract.recipientInvitation, { token });
  expect(invitation.data.email).toBe("broker@partner.example");
  const state = async () =>
    (await provider.call(contract.selectNotificationList, {}, signed())).data.rows[0]!.recipients[0]!.state;
  expect(await state()).toBe("waiting");
  expect((await provider.call(contract.confirmRecipient, { token })).code).toBe(200);
  expect(await state()).toBe("confirmed");
  // Asked once, also when the rule is saved again.
  expect((await save({ recipients: ["broker@partner.example"] })).data.asked).toEqual([]);
  await shipment([departure]);
  atEight(1);
  await run();
  expect(box.mails).toHaveLength(2);
  expect(box.mails[1]!).toMatchObject({ to: "broker@partner.example" });
  expect(box.mails[1]!.text).not.toContain("Hello");
});

test("one click unsubscribes from the rule: reading the link changes nothing, and other mail still comes", async () => {
  await save({}, "By sea");
  await shipment([departure]);
  atEight();
  await run();
  const { headers } = box.mails[0]!;
  expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const token = /^<https:\/\/portal\.example\.com\/unsubscribe\?token=([\w-]+)>$/.exec(
    headers.get("list-unsubscribe")!,
  )![1]!;
  const targets = await provider.call(contract.unsubscribeTargets, { token });
  expect(targets.data).toEqual({ recipient: dana.email.toLowerCase(), names: ["By sea"] });
  const isOn = async () => (await provider.db.selectFrom("notification").select("is_on").execute())[0]!.is_on;
  expect(await isOn()).toBe(true);
  expect((await provider.call(contract.unsubscribe, { token })).code).toBe(200);
  expect((await provider.call(contract.unsubscribe, { token })).code).toBe(200);
  expect(await isOn()).toBe(false);
  expect((await provider.call(contract.unsubscribe, { token: "unknown" })).code).toBe(404);
});

test("a colleague who unsubscribes ends it for themselves only", async () => {
  const colleague = await somebody(provider, dana.companyId, { role: "operator" });
  await save({ recipients: [dana.email.toLowerCase(), colleague.email.toLowerCase()] });
  await shipment([departure]);
  atEight();
  await run();
  const theirs = box.mails.find(({ to }) => to === colleague.email.toLowerCase())!;
  const token = /token=([\w-]+)/.exec(theirs.headers.get("list-unsubscribe")!)![1]!;
  await provider.call(contract.unsubscribe, { token });
  await shipment([departure]);
  atEight(1);
  await run();
  expect(box.mails.map(({ to }) => to).sort()).toEqual(
    [dana.email, dana.email, colleague.email].map((email) => email.toLowerCase()).sort(),
  );
});

test("an address that its server refuses twice is blocked for news, its owner sees why, and an administrator lifts it", async () => {
  const rival = await customer(provider, ["MEMBER_MANAGE"]);
  await box.close();
  box = await mailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error("no such mailbox"), { responseCode: 550 })),
  });
  const email = dana.email.toLowerCase();
  await save({ recipients: [email] });
  await save();
  const reasons = async () => {
    const { data } = await provider.call(contract.selectNotificationList, {}, signed());
    return data.rows.map(({ recipients, ownAddress }) => recipients[0] ?? ownAddress);
  };
  const why = { email, lastError: expect.stringContaining("no such mailbox") };
  for (const day of [0, 1, 2]) {
    await shipment([departure]);
    atEight(day);
    await run();
    // With recipients and without, the notification says what is wrong from the first refusal on.
    const each = { ...why, state: day === 0 ? "member" : "blocked" };
    expect(await reasons()).toEqual([each, each]);
  }
  const tried = () => provider.db.selectFrom("mail_outbox").select("attempts").execute();
  expect(await tried()).toHaveLength(2);
  // What could not be mailed stands in the portal.
  expect((await provider.call(contract.noticeList, {}, signed())).data.total).toBe(6);
  await tellOwn(provider.db, ownNews(), { now, publicUrl: PUBLIC_URL });
  expect(await tried()).toHaveLength(2);

  const failing = async (who = dana) =>
    (await provider.call(delivery.mailDelivery, {}, { token: who.token })).data.addresses;
  expect(await failing()).toEqual([
    expect.objectContaining({ ...why, userId: dana.id, hardFailures: 2, softFailures: 0 }),
  ]);
  expect((await failing())[0]!.blockedSince).not.toBeNull();
  expect(await failing(rival)).toEqual([]);
  const lift = (who: Somebody) => provider.call(delivery.liftMailBlock, { email }, { token: who.token });
  expect((await lift(rival)).code).toBe(404);
  await box.close();
  box = await mailServer();
  expect((await lift(dana)).code).toBe(200);
  expect(await failing()).toEqual([]);
  await shipment([departure]);
  atEight(3);
  await run();
  expect(box.mails.map(({ to }) => to)).toEqual([email]);
  const activity = await provider.call(activityList, { kind: "rights" }, signed());
  expect(activity.data.rows[0]).toMatchObject({ action: "mail.lifted" });
});

test("a changed last free day is told with both days, its container and who states it, also when it moves out of reach", async () => {
  await save({ rules: [{ kind: "lastFreeDay", value: "5" }] });
  const { house_number: houseNumber } = await shipment();
  const state = (lastFreeDay: string) =>
    takeStatements(
      provider.db,
      [
        {
          containerNumber: "CSQU3054383",
          houseNumber,
          kind: "DEM",
          source: "TERMINAL",
          lastFreeDay,
          statedAt: now.toISOString(),
        },
      ],
      { sender: "MAEU", now },
    );
  await state("2026-11-23");
  atEight();
  await run();
  const who = "Last free day of CSQU3054383 (demurrage) by the terminal, sent by MAEU";
  expect(box.mails[0]!.text).toContain(`${who}: 2026-11-23`);
  expect(box.mails[0]!.text).not.toContain("before: 2026");
  now = later(HOUR_MS);
  await state("2026-12-20");
  atEight(1);
  await run();
  expect(box.mails).toHaveLength(2);
  for (const part of [box.mails[1]!.text, box.mails[1]!.html])
    expect(part).toContain(`${who}: 2026-12-20, before: 2026-11-23`);
  const changes = async (language: "en" | "zh") => {
    const { data } = await provider.call(
      contract.noticeList,
      { page: 1, pageSize: 10 },
      { ...signed(), language },
    );
    return data.rows[0]!.shipments[0]!.changes;
  };
  expect(await changes("en")).toEqual([`${who}: 2026-12-20, before: 2026-11-23`]);
  expect(await changes("zh")).toEqual([
    "CSQU3054383 的免费期截止日（滞期费，码头（由 MAEU 提供）声明）：2026-12-20，原为 2026-11-23",
  ]);
  atEight(2);
  await run();
  expect(box.mails).toHaveLength(2);
});

test("a corrected address is free of the failures of the one before, of which nothing is kept", async () => {
  const block = { hard_failures: 2, last_error: "550 gone", last_failed_at: now, blocked_at: now };
  await provider.db
    .insertInto("mail_address")
    .values([
      { email: "brokr@partner.example", ...block },
      { email: dana.email.toLowerCase(), ...block },
    ])
    .execute();
  const { data } = await save({ recipients: ["brokr@partner.example"] });
  const recipient = async () =>
    (await provider.call(contract.notificationDetail, { id: data.id }, signed())).data.recipients[0];
  expect(await recipient()).toMatchObject({ state: "blocked", lastError: "550 gone" });
  await provider.call(
    contract.saveNotification,
    { ...notification("Ships", { recipients: ["broker@partner.example"] }), id: data.id, version: 1 },
    signed(),
  );
  expect(await recipient()).toMatchObject({ state: "waiting", lastError: null });
  await provider.db
    .updateTable("app_user")
    .set({ email: `new-${dana.email}` })
    .where("id", "=", dana.id)
    .execute();
  expect((await provider.call(delivery.mailDelivery, {}, signed())).data.addresses).toEqual([]);
  await purge(provider.db, provider.files, now);
  expect(await provider.db.selectFrom("mail_address").select("email").execute()).toEqual([]);
});

test("a company that wants no content in mails gets mails that only say that there is news", async () => {
  const bare = (isBare: string) => provider.call(delivery.saveMailDelivery, { isBare }, signed());
  expect((await bare("true")).code).toBe(200);
  expect((await provider.call(delivery.mailDelivery, {}, signed())).data.isBare).toBe(true);
  await save({}, "Lamps only");
  const { house_number, id } = await shipment([departure]);
  atEight();
  await tellOwn(provider.db, ownNews(), { now, publicUrl: PUBLIC_URL });
  await run();
  expect(box.mails).toHaveLength(2);
  for (const mail of box.mails) {
    expect(mail.subject).toBe("News for you");
    // Nothing of it in any part, nor in a header: neither thread nor link names a shipment.
    const whole = [mail.subject, mail.text, mail.html, ...mail.headers.values()].join("\n");
    for (const content of [
      house_number,
      "Lamps",
      "B-9",
      "Accepted",
      "Departure",
      `shipment-${id}`,
      "/detail",
    ])
      expect(whole).not.toContain(content);
    expect(mail.headers.has("references")).toBe(false);
    expect(mail.text).toContain("There is news for you in the portal.");
    expect(mail.text).toContain(`${PUBLIC_URL}/account/notifications`);
    expect(mail.headers.get("list-unsubscribe")).toContain("/unsubscribe?token=");
  }
  await bare("false");
  await tellOwn(provider.db, ownNews("B-10"), { now, publicUrl: PUBLIC_URL });
  await run();
  expect(box.mails[2]!.subject).toBe("Accepted");
});

test("a form that is sent twice makes one notification, and one of an older version is refused", async () => {
  const given = { ...notification("Once"), id: null, version: null, formKey: randomUUID() };
  const first = await provider.call(contract.saveNotification, given, signed());
  const second = await provider.call(contract.saveNotification, given, signed());
  expect(second.data.id).toBe(first.data.id);
  const { id } = first.data;
  const change = { ...notification("Changed"), id, version: 1 };
  expect((await provider.call(contract.saveNotification, change, signed())).code).toBe(200);
  expect((await provider.call(contract.saveNotification, change, signed())).code).toBe(409);
});

test("rules are listed, read, added, changed and removed by themselves, from one to four", async () => {
  const { data } = await save();
  const notificationId = data.id;
  const add = (kind: "mode" | "origin" | "etaWithin", value: string, id: string | null = null) =>
    provider.call(contract.saveRule, { id, notificationId, kind, value }, signed());
  const added = await add("origin", "上海");
  expect(added.code).toBe(200);
  expect((await provider.call(contract.detailRule, { id: added.data.id }, signed())).data).toMatchObject({
    kind: "origin",
    value: "CNSHA",
  });
  expect((await add("origin", "Nowhere at all")).code).toBe(400);
  expect((await add("etaWithin", "900")).code).toBe(400);
  await add("etaWithin", "5");
  await add("mode", "AIR");
  expect((await add("mode", "AIR")).code).toBe(409);
  await add("origin", "Hamburg", added.data.id);
  const list = () => provider.call(contract.selectRuleList, { notificationId }, signed());
  const { rows } = (await list()).data;
  expect(rows.map(({ kind, value }) => [kind, value])).toEqual([
    ["mode", "OCEAN"],
    ["origin", "DEHAM"],
    ["etaWithin", "5"],
    ["mode", "AIR"],
  ]);
  const codes: number[] = [];
  for (const { id } of rows) codes.push((await provider.call(contract.removeRule, { id }, signed())).code);
  expect(codes).toEqual([200, 200, 200, 409]);
});

test("a rule for the name of a port and an airport means both, and says so", async () => {
  const { data } = await save({ rules: [{ kind: "destination", value: "Los Angeles" }] });
  const shown = async () =>
    (await provider.call(contract.notificationDetail, { id: data.id }, signed())).data.rules[0]!;
  const rule = await shown();
  expect(rule).toMatchObject({ value: "LAX, USLAX", placeName: "Los Angeles" });
  // As the form shows it, and sends it back.
  const again = { ...rule, notificationId: data.id, value: `${rule.placeName} (${rule.value})` };
  await provider.call(contract.saveRule, again as never, signed());
  expect(await shown()).toMatchObject({ value: "LAX, USLAX" });
  const sea = await shipment([departure], { port_of_arrival: "USLAX" });
  const air = await shipment([departure], { port_of_arrival: "LAX" });
  const other = await shipment([departure]);
  atEight();
  await run();
  expect(box.mails).toHaveLength(1);
  const { text } = box.mails[0]!;
  const named = [sea, air, other].map(({ house_number }) => text.includes(house_number));
  expect(named).toEqual([true, true, false]);
});

test("an ETA that was known to the day is told as that day when it moves", async () => {
  await save();
  // A day is kept as a midnight of UTC+8, which is another day in Los Angeles.
  const { house_number } = await shipment([departure], {
    port_of_arrival: "USLAX",
    eta: new Date("2026-11-30T00:00:00+08:00"),
    day_only: ["eta"],
  });
  atEight();
  await run();
  expect(box.mails.at(-1)!.text).toContain("ETA Mon 30 Nov (Los Angeles)");
  atEight(1);
  await tellEvents(
    provider.db,
    house_number,
    [{ code: "ARRI", place: "USLAX", day: 12, classifier: "EST", received: 0 }],
    now,
  );
  atEight(2);
  await run();
  expect(box.mails.at(-1)!.text).toMatch(/before: Mon 30 Nov/);
});

test("faulty rules are named by their fields, in the reader's language", async () => {
  const answer = await provider.call(
    contract.saveNotification,
    {
      ...notification("Faulty", {
        rules: [
          { kind: "container", value: "12" },
          { kind: "mode", value: "OCEAN" },
          { kind: "lastFreeDay", value: "31" },
        ],
      }),
      id: null,
      version: null,
    },
    { ...signed(), language: "zh" },
  );
  expect(answer.code).toBe(400);
  expect(answer.data).toEqual({
    fields: [
      { path: "rules.0.value", message: "请填写集装箱号：四个字母和七位数字" },
      { path: "rules.2.value", message: "请填写 0 至 30 之间的天数" },
    ],
  });
});

test("what happens while a notification is off is not told later", async () => {
  const { data } = await save();
  const flip = (isOn: "true" | "false") =>
    provider.call(contract.switchNotification, { id: data.id, isOn }, signed());
  await flip("false");
  await shipment([departure]);
  atEight();
  await run();
  now = later(HOUR_MS);
  await flip("true");
  atEight(1);
  await run();
  expect(box.mails).toEqual([]);
});

test("a rehearsal over the call shows the last 30 days and the next sends, and stores nothing", async () => {
  await shipment([departure]);
  now = new Date(NOW.getTime() + 2 * DAY_MS);
  const { join, rules, scope, schedule } = notification("Trial");
  const { data } = await provider.call(
    contract.rehearseNotification,
    { join, rules, scope, schedule },
    signed(),
  );
  expect(data.days).toBe(30);
  // The second one is of the day on which the shipment was booked.
  expect(data.mails).toMatchObject([
    { at: "2026-11-20 15:00:00", total: 1 },
    { at: "2026-10-31 15:00:00", total: 1 },
  ]);
  expect(data.nextSends).toEqual(["2026-11-22 15:00:00", "2026-11-23 15:00:00", "2026-11-24 15:00:00"]);
  expect(await provider.db.selectFrom("notification").select("id").execute()).toEqual([]);
});

test("a quote that runs out within a day and a message unread for an hour are told once, and not when switched off", async () => {
  const { db } = provider;
  const staff = await desk(provider);
  const validUntil = instantToWire(later(DAY_MS / 2))!;
  const { id: quoteId } = await pricedQuote(provider, dana, staff, [option({ validUntil })]);
  const quote = await db
    .selectFrom("quote")
    .select("quote_number")
    .where("id", "=", quoteId)
    .executeTakeFirstOrThrow();
  const talk = await conversation(provider, dana, { subject: "Cut-off", text: "When?" });
  await db.deleteFrom("notice").execute();
  await db.deleteFrom("mail_outbox").execute();
  await db
    .insertInto("message")
    .values({
      channel_id: talk.channelId,
      company_id: dana.companyId,
      sequence: 2,
      sender_id: staff.id,
      sender_name: "Desk",
      is_forwarder: true,
      body: "Friday",
      search_text: "friday",
      client_id: randomUUID(),
      created_at: now,
    })
    .execute();
  const told = async () =>
    (
      await db
        .selectFrom("notice")
        .select(["kind", "content"])
        .where("user_id", "=", dana.id)
        .orderBy("kind")
        .execute()
    ).map(({ kind, content }) => [kind, content.title]);
  await watchTheClock(db, now);
  expect(await told()).toEqual([["quoteEnding", quote.quote_number]]);
  now = later(HOUR_MS + SECOND_MS);
  await Promise.all([watchTheClock(db, now), watchTheClock(db, now)]);
  expect(await told()).toEqual([
    ["messageWaiting", "Cut-off"],
    ["quoteEnding", quote.quote_number],
  ]);
  await run();
  expect(box.mails).toHaveLength(1);
  expect(box.mails[0]!.text).toContain("A message in 'Cut-off' has been unread for an hour");
  // A conversation without a subject of its own is named by what it is about.
  await db.updateTable("team").set({ quote_id: null }).where("quote_id", "=", quoteId).execute();
  await db.updateTable("team").set({ subject: "", quote_id: quoteId }).where("id", "=", talk.id).execute();
  await db.deleteFrom("notice").execute();
  await watchTheClock(db, now);
  expect(await told()).toContainEqual(["messageWaiting", quote.quote_number]);
  await provider.call(contract.saveNoticeSettings, { off: ["messageWaiting", "quoteEnding"] }, signed());
  await db.deleteFrom("notice").execute();
  await watchTheClock(db, now);
  expect(await told()).toEqual([]);
});

test("an answer to one's booking is told at once, with a link that ends such mails", async () => {
  const { db } = provider;
  await tellOwn(db, ownNews(), { now, publicUrl: PUBLIC_URL });
  await run();
  expect(box.mails).toHaveLength(1);
  const token = /token=([\w-]+)/.exec(box.mails[0]!.headers.get("list-unsubscribe")!)![1]!;
  expect(box.mails[0]!.text).toContain(`${PUBLIC_URL}/unsubscribe?token=${token}`);
  await provider.call(contract.unsubscribe, { token });
  expect((await provider.call(contract.noticeSettings, {}, signed())).data.off).toEqual(["bookingAccepted"]);
  await tellOwn(db, ownNews("B-10"), { now, publicUrl: PUBLIC_URL });
  await run();
  expect(box.mails).toHaveLength(1);
  const list = await provider.call(contract.noticeList, {}, signed());
  expect(list.data).toMatchObject({ total: 1, unread: 1 });
  await provider.call(contract.noticeRead, { lastId: list.data.rows[0]!.id }, signed());
  expect((await provider.call(contract.noticeList, {}, signed())).data.unread).toBe(0);
});

test("open pages are told at once how many news are unread, and when they were read on another device", async () => {
  const rival = await customer(provider, []);
  const [phone, desktop, other] = await Promise.all([
    connect(provider, dana),
    connect(provider, dana),
    connect(provider, rival),
  ]);
  await expect.poll(() => [phone.news, desktop.news, other.news]).toEqual([[0], [0], [0]]);
  await save();
  await shipment([departure]);
  atEight();
  await dispatchDue(provider.db, now, log);
  await expect.poll(() => [phone.news, desktop.news]).toEqual(Array(2).fill([0, 1]));
  await tellOwn(provider.db, ownNews(), { now, publicUrl: PUBLIC_URL });
  await expect.poll(() => phone.news.at(-1)).toBe(2);
  const list = await provider.call(contract.noticeList, {}, signed());
  await provider.call(contract.noticeRead, { lastId: list.data.rows[0]!.id }, signed());
  await expect.poll(() => [phone.news.at(-1), desktop.news.at(-1)]).toEqual([0, 0]);
  // A page that is opened later is told the same number as the one that counts it.
  const late = await connect(provider, dana);
  await expect.poll(() => late.news).toEqual([0]);
  expect((await provider.call(getUser, {}, signed())).data.unreadNews).toBe(0);
  expect(other.news).toEqual([0]);
  for (const client of [phone, desktop, other, late]) client.socket.close();
});

test("a document that comes to a followed shipment is told once, to who follows it since before", async () => {
  const { db } = provider;
  const colleague = await somebody(provider, dana.companyId, { role: "operator" });
  const { id, house_number } = await shipment();
  const follow = (who: Somebody, created_at: Date) =>
    db.insertInto("shipment_follow").values({ user_id: who.id, shipment_id: id, created_at }).execute();
  await follow(dana, NOW);
  const document = (number: string) => ({
    shipment_id: id,
    document_type: "PACKING_LIST" as const,
    number,
    issued_on: "2026-11-20",
    file_name: `${number}.pdf`,
    added_at: now,
  });
  await db
    .insertInto("shipment_document")
    .values([document("1"), document("2")])
    .execute();
  now = later(SECOND_MS);
  await follow(colleague, now);
  await Promise.all([watchTheClock(db, now), watchTheClock(db, now)]);
  const told = async (who: Somebody) =>
    (await provider.call(contract.noticeList, {}, { token: who.token })).data.rows.map(({ title }) => title);
  expect(await told(dana)).toEqual([`A document of shipment ${house_number} is there`]);
  expect(await told(colleague)).toEqual([]);
  await provider.call(contract.saveNoticeSettings, { off: ["documentThere"] }, signed());
  now = later(2 * HOUR_MS);
  await db.insertInto("shipment_document").values(document("3")).execute();
  await watchTheClock(db, now);
  expect(await told(dana)).toHaveLength(1);
});

test("what is missing before a cut-off is told once to who follows, and again when the cut-off moves", async () => {
  const { db } = provider;
  const { id, house_number } = await shipment();
  await db
    .insertInto("shipment_follow")
    .values({ user_id: dana.id, shipment_id: id, created_at: now })
    .execute();
  const state = async (at: Date, code: "VCO" | "AFC", statedAt: Date) =>
    db
      .insertInto("cut_off")
      .values({
        shipment_id: id,
        code,
        at,
        is_day_only: false,
        source: "MAEU",
        stated_at: statedAt,
        received_at: statedAt,
      })
      .execute();
  await state(later(3 * DAY_MS), "VCO", now);
  // The forwarder files the manifest.
  await state(later(DAY_MS), "AFC", now);
  const told = async () =>
    (await provider.call(contract.noticeList, {}, { token: dana.token })).data.rows.filter(({ title }) =>
      title.includes(house_number),
    ).length;
  await watchTheClock(db, now);
  expect(await told()).toBe(0);
  now = later(1.5 * DAY_MS);
  await Promise.all([watchTheClock(db, now), watchTheClock(db, now)]);
  expect(await told()).toBe(1);
  await state(later(2 * DAY_MS - HOUR_MS), "VCO", now);
  await watchTheClock(db, now);
  expect(await told()).toBe(2);
});
