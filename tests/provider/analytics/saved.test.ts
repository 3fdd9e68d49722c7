import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { analyticsFile, analyticsReport } from "#app/contract/analytics.ts";
import { reportLinkMake, reportLinkOpen } from "#app/contract/report-link.ts";
import {
  reportRunFile,
  reportRunList,
  reportTemplateList,
  reportTemplateRemove,
  reportTemplateSave,
  TEMPLATES_MAX,
} from "#app/contract/report-template.ts";
import { getUser } from "#app/contract/user.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import { KEPT_MS } from "#app/lib/retention.ts";
import { purgeReports } from "#app/provider/analytics/purge.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, type Somebody, somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let own: Somebody;
let colleague: Somebody;
let rival: Somebody;
beforeAll(async () => {
  provider = await startProvider();
  own = await customer(provider);
  colleague = await somebody(provider, own.companyId, { role: "operator" });
  rival = await customer(provider);
});
afterAll(() => provider?.stop());

const question = { report: "volume", groupBy: "lane", months: null, isCompared: false } as const;
const months = { monthFrom: "2026-01", monthTo: "2026-11" };
const save = (who: Somebody, given: object = {}) =>
  provider.call(
    reportTemplateSave,
    { id: null, version: null, name: "Lanes", isShared: false, question, ...given },
    { token: who.token },
  );
const list = async (who: Somebody) =>
  (await provider.call(reportTemplateList, {}, { token: who.token })).data.templates;
const run = (who: Somebody, given: object = {}) =>
  provider.call(
    analyticsReport,
    { ...months, report: "volume", groupBy: "mode", ...given },
    { token: who.token },
  );
const runs = async (who: Somebody) =>
  (await provider.call(reportRunList, { page: 1, pageSize: 25 }, { token: who.token })).data;

test("a saved report is its maker's, and a shared one everybody's to open and nobody else's to change", async () => {
  const mine = (await save(colleague, { name: "Mine" })).data.id;
  const shared = (await save(colleague, { name: "Shared", isShared: true })).data.id;
  const names = async (who: Somebody) => (await list(who)).map(({ name, canChange }) => [name, canChange]);
  expect(await names(colleague)).toEqual([
    ["Mine", true],
    ["Shared", true],
  ]);
  // The administrator of the company.
  expect(await names(own)).toEqual([["Shared", true]]);
  const third = await somebody(provider, own.companyId, { role: "finance" });
  expect(await names(third)).toEqual([["Shared", false]]);
  expect(await names(rival)).toEqual([]);
  expect((await save(third, { id: shared, version: 1 })).code).toBe(403);
  for (const [who, id] of [
    [third, mine],
    [rival, shared],
  ] as const) {
    expect((await save(who, { id, version: 1 })).code).toBe(404);
    expect((await provider.call(reportTemplateRemove, { id }, { token: who.token })).code).toBe(404);
  }
  expect((await save(own, { id: shared, version: 1, name: "Renamed", isShared: true })).code).toBe(200);
  expect((await save(colleague, { id: shared, version: 1, name: "Lost" })).code).toBe(409);
  expect(await names(third)).toEqual([["Renamed", false]]);
  // The maker goes: what is shared stays with the company, what is not goes with the next purge.
  await provider.db.deleteFrom("app_user").where("id", "=", colleague.id).execute();
  await purgeReports(provider.db, provider.files, new Date());
  const rows = await provider.db
    .selectFrom("report_template")
    .select(["name", "owner_id"])
    .where("company_id", "=", own.companyId)
    .execute();
  expect(rows).toEqual([{ name: "Renamed", owner_id: null }]);
  expect((await provider.call(reportTemplateRemove, { id: shared }, { token: own.token })).code).toBe(200);
});

test("a short address opens the same report for the company, and what was billed for who may see bills", async () => {
  const make = (who: Somebody, given: object) =>
    provider.call(reportLinkMake, { question: given as never }, { token: who.token });
  const open = (who: Somebody, code: string) => provider.call(reportLinkOpen, { code }, { token: who.token });
  const asked = { ...question, carrierCode: "MAEU", months: { from: "2026-01", to: "2026-03" } };
  const clerk = await somebody(provider, own.companyId, { role: "operator" });
  const { code } = (await make(own, asked)).data;
  // Whatever order its fields come in, and whether it says null: the same report.
  const again = { mode: null, ...asked };
  expect((await make(clerk, again)).data.code).toBe(code);
  expect((await make(own, { ...asked, carrierCode: "HLCU" })).data.code).not.toBe(code);
  const seen = (await open(clerk, code)).data;
  expect(seen).toMatchObject({ question: asked, names: { carrier: "Maersk" } });
  expect(seen.url).toMatch(new RegExp(`^http.*/analytics/link\\?code=${code}$`));
  expect((await open(rival, code)).code).toBe(404);

  const finance = await somebody(provider, own.companyId, { role: "finance" });
  const bills = (await make(finance, { ...question, report: "spend" })).data.code;
  expect((await open(finance, bills)).code).toBe(200);
  expect((await make(clerk, { ...question, report: "spend" })).code).toBe(403);
  expect((await open(clerk, bills)).code).toBe(403);

  await provider.db
    .updateTable("report_link")
    .set({ opened_at: new Date(Date.now() - KEPT_MS.reportLinks - DAY_MS) })
    .where("code", "=", bills)
    .execute();
  await purgeReports(provider.db, provider.files, new Date());
  expect((await open(finance, bills)).code).toBe(404);
  expect((await open(own, code)).code).toBe(200);
});

test("keeps as many as there is room for", async () => {
  const who = await customer(provider);
  const all = await Promise.all(Array.from({ length: TEMPLATES_MAX + 3 }, () => save(who)));
  expect(all.filter(({ code }) => code === 200)).toHaveLength(TEMPLATES_MAX);
  expect(all.filter(({ code }) => code === 409)).toHaveLength(3);
});

test("a saved report of bills is hidden from who may not see them", async () => {
  const spend = { ...question, report: "spend" };
  await save(own, { name: "Bills", isShared: true, question: spend });
  const reader = await somebody(provider, own.companyId, { role: "finance" });
  const before = (await list(reader)).map(({ name }) => name);
  await provider.db
    .deleteFrom("role_menu")
    .where("menu_id", "in", (eb) => eb.selectFrom("menu").select("id").where("name", "=", "BILLING"))
    .where("role_id", "in", (eb) => eb.selectFrom("role").select("id").where("code", "=", "finance"))
    .execute();
  expect(before).toEqual(["Bills"]);
  expect(await list(reader)).toEqual([]);
});

test("the log has each report once an hour, and each file for a week", async () => {
  const who = await customer(provider);
  for (const groupBy of ["mode", "mode", "lane"]) expect((await run(who, { groupBy })).code).toBe(200);
  const file = { ...months, report: "volume", groupBy: "lane", format: "csv" } as const;
  const sent = await provider.call(analyticsFile, file, { token: who.token });
  const { rows, total } = await runs(who);
  expect(total).toBe(3);
  expect(rows.map(({ question: { groupBy }, format }) => [groupBy, format])).toEqual([
    ["lane", "csv"],
    ["lane", null],
    ["mode", null],
  ]);
  const { id } = rows[0]!;
  const fetched = await provider.call(reportRunFile, { id }, { token: who.token });
  expect(fetched.data).toEqual(sent.data);
  expect((await provider.call(reportRunFile, { id }, { token: rival.token })).code).toBe(404);
  expect((await provider.call(reportRunFile, { id: rows[1]!.id }, { token: who.token })).code).toBe(404);
  expect((await runs(rival)).rows).toEqual([]);

  const stored = await provider.db
    .selectFrom("report_run")
    .select("file_key")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await buffer(await provider.files.get(stored.file_key!));
  await purgeReports(provider.db, provider.files, new Date(Date.now() + KEPT_MS.exportFiles + DAY_MS));
  await expect(provider.files.get(stored.file_key!)).rejects.toThrow();
  expect((await runs(who)).rows.map(({ fetchableUntil }) => fetchableUntil)).toEqual([null, null, null]);
  await purgeReports(provider.db, provider.files, new Date(Date.now() + KEPT_MS.reportRuns + DAY_MS));
  expect((await runs(who)).total).toBe(0);
});

test("a file that has charges is not fetched any more by who may no longer see them", async () => {
  const who = await customer(provider);
  const { id: shipment } = await makeShipment(provider.db, who.companyId, {
    house_number: `COST-${who.companyId}`,
    atd: new Date("2026-09-10T00:00:00Z"),
    reached: ["atd"],
  });
  await provider.db
    .insertInto("shipment_free_time")
    .values({
      shipment_id: shipment,
      is_running: false,
      rank: 3,
      box_ranks: [3],
      box_given: [5],
      box_used: [5],
      box_over: [2],
      currencies: ["USD"],
      amounts: ["190.00"],
    })
    .execute();
  const asked = { report: "freeTime", groupBy: "mode", format: "csv" } as const;
  const file = { monthFrom: "2026-09", monthTo: "2026-09", ...asked };
  const sent = await provider.call(analyticsFile, file, { token: who.token });
  expect(String(sent.data)).toContain("190");
  const { id } = (await runs(who)).rows[0]!;
  expect((await provider.call(reportRunFile, { id }, { token: who.token })).data).toEqual(sent.data);
  await provider.db.deleteFrom("company_access").where("company_id", "=", who.companyId).execute();
  expect((await provider.call(reportRunFile, { id }, { token: who.token })).code).toBe(403);
});

test("many reports of one person at once leave connections to everybody else", async () => {
  const volume = { report: "volume", groupBy: "lane", ...months } as const;
  const ask = () => provider.call(analyticsReport, volume, { token: own.token });
  expect((await ask()).code).toBe(200);
  const { reports, other } = await provider.db.transaction().execute(async (trx) => {
    // Reports now take as long as they may.
    await sql`lock table shipment`.execute(trx);
    const reports = Array.from({ length: 20 }, ask);
    await sleep(500);
    const other = provider.call(getUser, {}, { token: rival.token });
    return { reports, other: await Promise.race([other, sleep(5_000, null)]) };
  });
  expect(other).toMatchObject({ code: 200 });
  expect((await Promise.all(reports)).map(({ code }) => code)).toEqual(Array(20).fill(200));
});
