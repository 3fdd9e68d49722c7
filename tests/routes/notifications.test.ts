import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noticeKindsOf } from "#app/contract/notification-code.ts";
import { smtpDelivery } from "#app/provider/mail/delivery.ts";
import { startMailSender } from "#app/provider/mail/sender.ts";
import { formIn } from "#tests/support/form-in.ts";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, type Page, requestIdOf, startPortal, type TestPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment, tellEvents } from "#tests/support/shipments.ts";
import { mailServer } from "../provider/notifications/fixture.ts";

const LIST = "/account/notificationSetting";
const EDIT = "/account/notificationEdit";

let provider: TestProvider;
let portal: TestPortal;
beforeAll(async () => {
  provider = await startProvider();
  portal = await startPortal(provider);
});
afterAll(() => provider?.stop());

async function someone(role = "admin", language: "en" | "zh" = "en") {
  const company = await makeCompany(provider.db);
  const person = await makePerson(provider.db, company, { role, language_preference: language });
  return { company, person, browser: await portal.signedIn(person.userName, PASSWORD) };
}

const fields = {
  name: "Late ones",
  join: "AND",
  scope: "ALL",
  channel: "EMAIL",
  recipients: "",
  "rules[0].what": "milestone:atd",
  "rules[0].value": "",
  unit: "week",
  every: "2",
  weekday: "5",
  monthDay: "31",
  time: "07:45",
  zone: "Europe/Berlin",
};

async function form(browser: Browser, path = EDIT) {
  const page = await browser.open(path);
  return { page, path: page.path, requestId: requestIdOf(page) };
}

async function save(browser: Browser, given: Partial<typeof fields> & Record<string, string> = {}) {
  const { path, requestId } = await form(browser);
  return browser.post(path, { requestId, ...fields, ...given });
}

const idIn = (page: Page) => /notificationEdit\?id=(\d+)/.exec(page.markup)?.[1] ?? "";

test("a notification is added, read back as a sentence with its next sends, switched off, changed and removed", async () => {
  const { browser } = await someone();
  expect((await browser.get(LIST)).markup).toContain("No notifications yet");
  expect((await save(browser)).location).toBe(LIST);
  const list = await browser.get(LIST);
  expect(list.markup).toContain("The notification has been saved");
  expect(list.markup).toContain(
    "Every 2 weeks on Friday at 07:45 (Europe/Berlin): all shipments when &#x27;Departure&#x27; is reached. By e-mail to me.",
  );
  expect(list.markup.match(/Next: (\d{4}-\d\d-\d\d \d\d:45[, ]*){3}/)).not.toBeNull();

  const id = idIn(list);
  const off = await browser.post(LIST, { requestId: requestIdOf(list), off: id });
  expect(off.location).toBe(LIST);
  expect((await browser.get(LIST)).markup).toContain("Switch on");

  const { page, path } = await form(browser, `${EDIT}?id=${id}`);
  expect(page.markup).toContain('value="Late ones"');
  const answer = await browser.post(path, { ...formIn(page, "notification"), name: "All late ones" });
  expect(answer.location).toBe(LIST);
  expect((await browser.get(LIST)).markup).toContain("All late ones");

  const removal = await form(browser, `/account/notificationRemove?id=${id}`);
  expect(removal.page.markup).toContain("All late ones");
  expect((await browser.post(removal.path, { requestId: removal.requestId })).location).toBe(LIST);
  expect((await browser.get(LIST)).markup).toContain("No notifications yet");
});

test("saving what is switched off leaves it off", { tags: "slow" }, async () => {
  const { browser } = await someone();
  await save(browser);
  const list = await browser.get(LIST);
  const id = idIn(list);
  await browser.post(LIST, { requestId: requestIdOf(list), off: id });
  const { page, path } = await form(browser, `${EDIT}?id=${id}`);
  const changed = { ...formIn(page, "notification"), name: "Other ones" };
  expect((await browser.post(path, changed)).location).toBe(LIST);
  expect((await browser.get(LIST)).markup).toContain("Switch on");
});

test("the rehearsal shows what the last 30 days would have sent, before anything is saved", async () => {
  const { browser, company } = await someone();
  const day = (days: number) => new Date(Date.now() - days * 86_400_000);
  await makeShipment(provider.db, company, { house_number: "FLTRIAL1", created_at: day(60) });
  await tellEvents(provider.db, "FLTRIAL1", [{ code: "DEPA", place: "CNSHA", day: 0 }], day(4));
  const { path, requestId } = await form(browser);
  const shown = await browser.post(path, { requestId, ...fields, unit: "day", intent: "rehearse" });
  expect(shown.status).toBe(200);
  expect(shown.markup).toContain("In the last 30 days this would have sent 1 mail.");
  expect(shown.markup).toContain("FLTRIAL1");
  expect(shown.markup).toContain('value="Late ones"');
  expect((await browser.get(LIST)).markup).toContain("No notifications yet");
});

test("a rule is added and removed without scripts, and everything typed is kept", async () => {
  const { browser } = await someone();
  const { page, path, requestId } = await form(browser);
  const intent = /value="([^"]*insert[^"]*)"/.exec(page.markup)![1]!.replaceAll("&quot;", '"');
  const more = await browser.post(path, { requestId, ...fields, name: "Kept <1>", __intent__: intent });
  expect(more.status).toBe(200);
  expect(more.markup).toContain("Rule 2");
  expect(more.markup).toContain('value="Kept &lt;1&gt;"');
  const two = { "rules[1].what": "etaWithin", "rules[1].value": "5" };
  expect((await browser.post(path, { requestId, ...fields, ...two, join: "OR" })).location).toBe(LIST);
  expect((await browser.get(LIST)).markup).toContain("is reached or its ETA is within 5 d.");
});

test("faults stand at their fields, also those that only the provider knows", async () => {
  const { browser } = await someone();
  const { path, requestId } = await form(browser);
  const faulty = await browser.post(path, {
    requestId,
    ...fields,
    name: " ",
    recipients: "not-an-address",
    time: "25:00",
  });
  expect(faulty.status).toBe(400);
  for (const [name, text] of [
    ["name", "Cannot be empty"],
    ["recipients", "E-mail|Email format error: not-an-address"],
    ["time", "Give a time such as 08:00"],
  ])
    expect(faulty.markup).toMatch(new RegExp(`id="notification-${name}-error"[^>]*>(${text})`));
  const unknown = { "rules[0].what": "origin", "rules[0].value": "Atlantis" };
  const refused = await browser.post(path, { requestId, ...fields, ...unknown });
  expect(refused.status).toBe(400);
  expect(refused.markup).toContain("No such place is known");
  expect(refused.markup).toContain('value="Atlantis"');
  const long = await browser.post(path, { requestId, ...fields, name: "x".repeat(10_000) });
  expect(long.status).toBe(400);
});

test("the Chinese page has no English word", async () => {
  const { browser } = await someone("admin", "zh");
  await save(browser, { "rules[0].what": "origin", "rules[0].value": "上海" });
  const { markup } = await browser.get(LIST);
  expect(markup).toContain(
    "每 2 周的星期五 07:45（Europe/Berlin）：所有运单，当起运地为上海 (CNSHA)时。邮件发给我。",
  );
  const { page } = await form(browser);
  expect(page.markup).toContain("预览");
});

test("who lacks the menu is sent away, although the account's menu opens paths below /account", async () => {
  const { browser } = await someone("viewer");
  for (const path of [LIST, EDIT]) expect((await browser.get(path)).location).toBe("/404");
});

test("a notification says on the list and on its own page that its mails do not arrive, and why", async () => {
  const { browser, person } = await someone();
  await save(browser);
  const email = (
    await provider.db
      .selectFrom("app_user")
      .select("email")
      .where("id", "=", person.id)
      .executeTakeFirstOrThrow()
  ).email!.toLowerCase();
  const failed = { email, soft_failures: 1, last_error: "452 <full>", last_failed_at: new Date() };
  await provider.db.insertInto("mail_address").values(failed).execute();
  const list = await browser.get(LIST);
  const reason = `${email}: mails do not arrive at present: 452 &lt;full&gt;`;
  expect(list.markup).toContain(reason);
  expect((await browser.get(`${EDIT}?id=${idIn(list)}`)).markup).toContain(reason);
  await provider.db
    .updateTable("mail_address")
    .set({ blocked_at: new Date() })
    .where("email", "=", email)
    .execute();
  expect((await browser.get(`${EDIT}?id=${idIn(list)}`)).markup).toContain(
    "until an administrator lifts the block",
  );
});

test("a recipient agrees on the page behind the link, and ends it by one click of the mail program", async () => {
  const { browser, company } = await someone();
  await save(browser, { recipients: "broker@partner.example" });
  expect((await browser.get(LIST)).markup).toContain("was asked, has not agreed yet");
  const box = await mailServer();
  const sender = startMailSender({
    database: provider.db,
    deliver: smtpDelivery(box.url, "no-reply@freight.example"),
    log: pino({ level: "silent" }),
    pollMs: 10,
  });
  await expect.poll(() => box.mails.some(({ to }) => to === "broker@partner.example")).toBe(true);
  await sender.stop();
  await box.close();
  const { text } = box.mails.find(({ to }) => to === "broker@partner.example")!;
  const link = new URL(/https?:\S+notificationConsent\S+/.exec(text)![0]);
  const stranger = portal.visitor();
  const page = await stranger.get(link.pathname + link.search);
  expect(page.markup).toContain("broker@partner.example");
  expect((await browser.get(LIST)).markup).toContain("was asked, has not agreed yet");
  const agreed = await stranger.post(link.pathname + link.search, { requestId: requestIdOf(page) });
  expect(agreed.markup).toContain("You will get these notifications from now on");
  expect((await browser.get(LIST)).markup).not.toContain("was asked, has not agreed yet");
  expect((await stranger.get("/notificationConsent?token=unknown-token")).markup).toContain("Link invalid");

  const { id } = await provider.db
    .selectFrom("notification")
    .select("id")
    .where("company_id", "=", company)
    .executeTakeFirstOrThrow();
  await provider.db
    .insertInto("unsubscribe_link")
    .values({
      token: "one-click-token",
      recipient: "broker@partner.example",
      company_id: company,
      targets: JSON.stringify([{ notificationId: id, name: "Late ones" }]),
      created_at: new Date(),
    })
    .execute();
  const address = "/unsubscribe?token=one-click-token";
  expect((await stranger.get(address)).markup).toContain("Late ones");
  const ended = () => provider.db.selectFrom("notification_end").select("recipient").execute();
  expect(await ended()).toEqual([]);
  // The server of a mail program sends neither cookies nor an origin.
  const oneClick = await portal.visitor().post(address, { "List-Unsubscribe": "One-Click" }, {});
  expect(oneClick.status).toBe(200);
  expect(await ended()).toEqual([{ recipient: "broker@partner.example" }]);
  expect((await stranger.get("/unsubscribe?token=another-token")).markup).toContain("not valid any more");
});

test("news of one's own are listed with their number in the menu, and each kind can be switched off", {
  tags: "slow",
}, async () => {
  const { browser, person, company } = await someone("booker");
  const page = await browser.get("/account/notifications");
  expect(page.markup).toContain("No news yet");
  const rows = ["B-1", "B-2"].map((title, index) => ({
    company_id: company,
    user_id: person.id,
    recipient: null,
    kind: "bookingAccepted" as const,
    news_key: `booking-${person.id}-${index}`,
    state: "PORTAL" as const,
    created_at: new Date(),
    content: JSON.stringify({ title, path: "/shipments/bookingDetail/7" }),
  }));
  await provider.db.insertInto("notice").values(rows).execute();
  const admin = await makePerson(provider.db, company);
  await provider.db
    .insertInto("notice")
    .values({ ...rows[0]!, user_id: admin.id, news_key: "of the administrator" })
    .execute();
  const list = await browser.get("/account/notifications");
  expect(list.markup).toContain("Your booking B-2 has been accepted");
  expect(list.markup).toContain('href="/shipments/bookingDetail/7"');
  expect(list.markup).toContain("Mark all as read (2)");
  const theirs = await (await portal.signedIn(admin.userName, PASSWORD)).get("/dashboard");
  expect(theirs.markup).toMatch(/href="\/account\/notifications"[^>]*>News 1</);

  const last = /name="read" value="(\d+)"|value="(\d+)" name="read"/.exec(list.markup)!;
  const requestId = requestIdOf(list);
  const read = await browser.post("/account/notifications", { requestId, read: last[1] ?? last[2]! });
  expect(read.location).toBe("/account/notifications");
  expect((await browser.get("/account/notifications")).markup).not.toContain("Mark all as read");

  await browser.post("/account/notifications", { requestId, kind: "quotePriced" });
  const after = await browser.get("/account/notifications");
  const isOn = (kind: string) =>
    new RegExp(`<input[^>]*(value="${kind}"[^>]*checked|checked[^>]*value="${kind}")`);
  expect(after.markup).toMatch(isOn("quotePriced"));
  expect(after.markup).not.toMatch(isOn("bookingAccepted"));
  const off = await provider.db
    .selectFrom("notice_off")
    .select("kind")
    .where("user_id", "=", person.id)
    .execute();
  expect(off.map(({ kind }) => kind)).not.toContain("quotePriced");
  expect(off).toHaveLength(noticeKindsOf(false).length - 1);
});

test("shipments are followed by number and lane, listed and unfollowed, and a rule about them is one link away", async () => {
  const { browser, company } = await someone();
  const at = { created_at: new Date() };
  await makeShipment(provider.db, company, { house_number: "FLSUB1", poNumbers: ["PO 5"], ...at });
  await makeShipment(provider.db, company, { house_number: "FLSUB2", containers: ["CSQU3054383"], ...at });
  await makeShipment(provider.db, company, {
    house_number: "FLSUB3",
    status: "COMPLETED",
    containers: [],
    ...at,
  });
  const rival = await makeCompany(provider.db);
  await makeShipment(provider.db, rival, { house_number: "FLSUB4", poNumbers: ["PO 5"], ...at });
  const path = "/account/shipmentsSubscription";
  const follow = async (by: string, value: string, destination = "") => {
    const page = await browser.get(path);
    return browser.post(path, { requestId: requestIdOf(page), by, value, destination });
  };
  expect((await browser.get(path)).markup).toContain("You follow no shipment");
  expect((await follow("poNumber", "po-5")).location).toBe(path);
  const one = await browser.get(path);
  expect(one.markup).toContain("Followed now: 1");
  expect(one.markup).toContain("FLSUB1");
  expect(one.markup).not.toMatch(/FLSUB[234]/);
  const nothing = await follow("houseNumber", "<none>");
  expect([nothing.status, nothing.markup.includes("None of your shipments fits this")]).toEqual([400, true]);
  expect(nothing.markup).toContain('value="&lt;none&gt;"');
  expect((await follow("lane", "Shanghai")).markup).toContain("For a lane give origin and destination");
  expect((await follow("lane", "Shanghai", "汉堡")).location).toBe(path);
  const two = await browser.get(path);
  expect(two.markup).toContain("FLSUB2");
  expect(two.markup).not.toMatch(/FLSUB[34]/);
  const id = /value="(\d+)"[^>]*aria-label="Unfollow FLSUB1"/.exec(two.markup)![1]!;
  await browser.post(path, { requestId: requestIdOf(two), unfollow: id });
  expect((await browser.get(path)).markup).not.toContain("FLSUB1");
  const rule = await browser.open("/account/notificationEdit?scope=FOLLOWED");
  expect(rule.markup).toContain('value="Milestones of what I follow"');
  expect(rule.markup).toContain("Rule 4");
});
