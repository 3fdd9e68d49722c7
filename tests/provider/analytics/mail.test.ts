import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportJobList } from "#app/contract/export-job.ts";
import {
  type ReportMail,
  reportRunList,
  reportTemplateList,
  reportTemplateMail,
  reportTemplateRemove,
  reportTemplateSave,
} from "#app/contract/report-template.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { sendDueReports } from "#app/provider/analytics/mail-worker.ts";
import { secretBox } from "#app/provider/call/secret-box.ts";
import { runNextExport } from "#app/provider/exports/worker.ts";
import { routes } from "#app/provider/http/server.ts";
import { roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, movableClock, type Somebody, somebody } from "../quotes/fixture.ts";

const PUBLIC_URL = "https://portal.example.com";
const log = pino({ level: "silent" });
const clock = movableClock();

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
});
afterAll(() => provider?.stop());

const question = { report: "volume", groupBy: "lane", months: null, isCompared: false } as const;
const daily: ReportMail = {
  format: "csv",
  schedule: { unit: "day", every: 1, weekday: 1, monthDay: 1, time: "08:00", zone: "Asia/Shanghai" },
};

async function saved(who: Somebody, given: object = {}): Promise<string> {
  const input = { id: null, version: null, name: "Lanes", isShared: true, question, ...given };
  return (await provider.call(reportTemplateSave, input, { token: who.token })).data.id;
}
const order = (who: Somebody, id: string, mail: ReportMail | null = daily) =>
  provider.call(reportTemplateMail, { id, mail }, { token: who.token });
const mailOf = async (who: Somebody, id: string) =>
  (await provider.call(reportTemplateList, {}, { token: who.token })).data.templates.find(
    (each) => each.id === id,
  )?.mail;
const jobsOf = async (who: Somebody) =>
  (await provider.call(exportJobList, {}, { token: who.token })).data.jobs;
const told = async ({ id }: Somebody) =>
  (
    await provider.db
      .selectFrom("notice")
      .select(["kind", "content"])
      .where("user_id", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ kind, content }) => [kind, content.title]);
const mailsTo = ({ email }: Somebody) =>
  provider.db
    .selectFrom("mail_outbox")
    .select(["subject", "body"])
    .where("recipient", "=", email)
    .orderBy("id")
    .execute();
const send = () => sendDueReports({ database: provider.db, log, publicUrl: PUBLIC_URL, now: clock.now });

async function makeFiles(): Promise<void> {
  const options = {
    database: provider.db,
    files: provider.files,
    routes,
    log,
    now: clock.now,
    shared: {
      publicUrl: PUBLIC_URL,
      secrets: secretBox(["a key of the tests only and of nothing else"]),
      outside: { privateHosts: [], dnsServers: [] },
    },
  };
  while (await runNextExport(options));
}

test("each who asked for a shared report is sent it by their own rights, once for each time", async () => {
  const owner = await customer(provider);
  const colleague = await somebody(provider, owner.companyId, { role: "operator" });
  const id = await saved(owner);
  expect((await order(colleague, id)).code).toBe(200);
  expect(await mailOf(colleague, id)).toMatchObject(daily);
  expect(await mailOf(owner, id)).toBeNull();
  expect(await send()).toBe(0);
  // Three days were missed: they are made up for once.
  clock.forward(3 * DAY_MS);
  expect(await Promise.all([send(), send()])).toEqual(expect.arrayContaining([1, 0]));
  await makeFiles();
  expect(await jobsOf(colleague)).toMatchObject([{ list: "report", title: "Lanes", state: "ready" }]);
  expect(await jobsOf(owner)).toEqual([]);
  expect(await told(colleague)).toEqual([["exportReady", "Lanes"]]);
  const [mail] = await mailsTo(colleague);
  expect(mail!.subject).toContain("Lanes");
  expect(mail!.body).toContain(`${PUBLIC_URL}/account/exports`);
  // The run is in the log, with the twelve months up to the day on the schedule's clock.
  const { rows } = (await provider.call(reportRunList, { page: 1, pageSize: 25 }, { token: colleague.token }))
    .data;
  const month = new Intl.DateTimeFormat("sv", {
    timeZone: "Asia/Shanghai",
    year: "numeric",
    month: "2-digit",
  });
  expect(rows[0]).toMatchObject({ format: "csv", question: { months: { to: month.format(clock.now()) } } });

  clock.forward(DAY_MS);
  expect(await send()).toBe(1);
  expect((await order(colleague, id, null)).code).toBe(200);
  clock.forward(DAY_MS);
  expect(await send()).toBe(0);
});

test("mails of a report that is removed, or not shared any more, end with a word to who got them", async () => {
  const owner = await customer(provider);
  const colleague = await somebody(provider, owner.companyId, { role: "finance" });
  const [removed, hidden] = [await saved(owner, { name: "Removed" }), await saved(owner, { name: "Hidden" })];
  for (const id of [removed, hidden]) for (const who of [owner, colleague]) await order(who, id);
  await provider.call(reportTemplateRemove, { id: removed }, { token: owner.token });
  const change = { id: hidden, version: 1, name: "Hidden", isShared: false, question };
  await provider.call(reportTemplateSave, change, { token: owner.token });
  expect(await told(colleague)).toEqual([
    ["reportStopped", "Removed"],
    ["reportStopped", "Hidden"],
  ]);
  expect((await mailsTo(colleague)).map(({ body }) => body).join("\n")).toContain("not shared any more");
  expect(await told(owner)).toEqual([]);
  expect(await mailOf(owner, hidden)).toMatchObject(daily);
  await order(owner, hidden, null);
  expect((await order(colleague, hidden)).code).toBe(404);
});

test("who has lost the right to a report, or gets one that nothing answers, is told and gets no more", async () => {
  const owner = await customer(provider);
  const reader = await somebody(provider, owner.companyId, { role: "finance" });
  const bills = await saved(owner, { name: "Bills", question: { ...question, report: "spend" } });
  const old = await saved(owner, { name: "Old" });
  await order(reader, bills);
  await order(reader, old);
  await provider.db
    .updateTable("report_template")
    .set({ question: JSON.stringify({ ...question, groupBy: "vessel" }) })
    .where("id", "=", old)
    .execute();
  await provider.db
    .updateTable("app_user")
    .set({ role_id: await roleId(provider.db, "operator") })
    .where("id", "=", reader.id)
    .execute();
  clock.forward(DAY_MS);
  expect(await send()).toBe(2);
  expect((await told(reader)).sort()).toEqual([
    ["reportStopped", "Bills"],
    ["reportStopped", "Old"],
  ]);
  expect(
    await provider.db.selectFrom("report_mail").selectAll().where("user_id", "=", reader.id).execute(),
  ).toEqual([]);
  await makeFiles();
  expect(await jobsOf(owner)).toEqual([]);
});

test("a blocked person is sent nothing meanwhile, a rival cannot order it, and an unknown zone is refused", async () => {
  const owner = await customer(provider);
  const reader = await somebody(provider, owner.companyId, { role: "operator" });
  const rival = await customer(provider);
  const id = await saved(owner);
  expect((await order(rival, id)).code).toBe(404);
  const nowhere = { ...daily, schedule: { ...daily.schedule, zone: "Mars/Olympus" } };
  expect(await order(reader, id, nowhere)).toMatchObject({
    code: 400,
    data: { fields: [{ path: "mail.schedule.zone" }] },
  });
  await order(reader, id);
  const setStatus = (status: "ACTIVE" | "DISABLED") =>
    provider.db.updateTable("app_user").set({ status }).where("id", "=", reader.id).execute();
  await setStatus("DISABLED");
  clock.forward(DAY_MS);
  await send();
  await setStatus("ACTIVE");
  await makeFiles();
  expect(await told(reader)).toEqual([]);
  expect(await send()).toBe(0);
  clock.forward(DAY_MS);
  await send();
  await makeFiles();
  expect(await told(reader)).toEqual([["exportReady", "Lanes"]]);
});
