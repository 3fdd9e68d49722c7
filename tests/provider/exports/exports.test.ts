import { readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { parse } from "csv-parse/sync";
import { readXlsx } from "hucre";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportJobAgain, exportJobList, exportJobRemove } from "#app/contract/export-job.ts";
import { invoiceExport } from "#app/contract/invoice.ts";
import { STREAMED_ROWS } from "#app/contract/list-file.ts";
import { quoteExport } from "#app/contract/quote.ts";
import { secretBox } from "#app/provider/call/secret-box.ts";
import { type ExportWorkerOptions, runNextExport } from "#app/provider/exports/worker.ts";
import type { FileStore } from "#app/provider/file-store/store.ts";
import { routes } from "#app/provider/http/server.ts";
import { purge } from "#app/provider/jobs/purge.ts";
import { roleId } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { invoice, issue } from "../invoices/fixture.ts";
import { customer, desk, movableClock, type Somebody, somebody } from "../quotes/fixture.ts";

const DAY_MS = 24 * 3_600_000;
const clock = movableClock();

let provider: TestProvider;
let staff: Somebody;
beforeAll(async () => {
  provider = await startProvider({ streamedRows: 2, now: clock.now });
  staff = await desk(provider);
});
afterAll(() => provider?.stop());

const worker = (given: Partial<ExportWorkerOptions> = {}): ExportWorkerOptions => ({
  database: provider.db,
  files: provider.files,
  routes,
  log: pino({ level: "silent" }),
  now: clock.now,
  shared: {
    publicUrl: "https://portal.example.com",
    secrets: secretBox(["a key of the tests only and of nothing else"]),
    outside: { privateHosts: [], dnsServers: [] },
  },
  ...given,
});

async function runAll(given: Partial<ExportWorkerOptions> = {}): Promise<void> {
  while (await runNextExport(worker(given)));
}

const kept = async () =>
  (await readdir(provider.filesFolder, { recursive: true })).filter((name) => name.includes("/"));

/** A finance person of a company with so many invoices. */
async function billed(count = 3, given: Parameters<typeof somebody>[2] = {}): Promise<Somebody> {
  const { companyId } = await customer(provider, ["INVOICE_DOWNLOAD"]);
  for (let each = 1; each <= count; each++) await issue(provider, staff, invoice(companyId, `${each}00`));
  return somebody(provider, companyId, { role: "finance", ...given });
}

const ask = async ({ token }: Somebody, input: Record<string, unknown> = {}) =>
  (await provider.call(invoiceExport, { format: "csv", ...input }, { token })) as {
    code: number;
    message: string;
    data: { exportJob: string };
  };
const jobsOf = async ({ token }: Somebody) => (await provider.call(exportJobList, {}, { token })).data.jobs;

/** The answer of a call for a file: its text, or the envelope. */
async function fetched({ token }: Somebody, id: string) {
  const answer = await fetch(`${provider.apiUrl}/exportJob/file`, {
    method: "POST",
    body: new URLSearchParams({ id }),
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json");
  return { text, code: isJson ? (JSON.parse(text).code as number) : 200, headers: answer.headers };
}

const told = ({ id }: Somebody) =>
  provider.db.selectFrom("notice").selectAll().where("user_id", "=", id).orderBy("id").execute();
const mailsTo = ({ email }: Somebody) =>
  provider.db.selectFrom("mail_outbox").selectAll().where("recipient", "=", email).execute();
const rowOf = (id: string) =>
  provider.db.selectFrom("export_job").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

test("20,000 rows are streamed, and one more is a job", { tags: "slow" }, async () => {
  const plain = await startProvider();
  try {
    const { db } = plain;
    const admin = await customer(plain, ["MEMBER_MANAGE"]);
    const add = (count: number, name: string) =>
      sql`
      insert into app_user (company_id, role_id, user_name, name)
      select ${admin.companyId}, ${roleOfViewer}, ${name} || n, 'Pat' from generate_series(1, ${sql.lit(count)}) n`.execute(
        db,
      );
    const roleOfViewer = await roleId(db, "viewer");
    await add(STREAMED_ROWS - 1, "member");
    const askAll = () =>
      fetch(`${plain.apiUrl}/portalUser/exportUsers`, {
        method: "POST",
        headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
        body: JSON.stringify({ format: "csv" }),
      });
    const streamed = await askAll();
    expect(streamed.headers.get("content-disposition")).toMatch(/^attachment/);
    expect((await streamed.text()).trimEnd().split("\r\n")).toHaveLength(20_001);
    await add(1, "another");
    const answer = (await (await askAll()).json()) as { code: number; data: { exportJob: string } };
    expect(answer).toMatchObject({ code: 200, data: { exportJob: expect.stringMatching(/^\d+$/) } });
    const [job] = (await plain.call(exportJobList, {}, { token: admin.token })).data.jobs;
    expect(job).toMatchObject({ id: answer.data.exportJob, list: "members", format: "csv", state: "queued" });
  } finally {
    await plain.stop();
  }
});

test("a job makes the file of its request, tells who asked, in their language, and hands it to them alone", async () => {
  const person = await billed(3, { language_preference: "zh" });
  const answer = await provider.call(
    invoiceExport,
    { sort: "amount", direction: "desc", format: "xlsx" } as never,
    { token: person.token, language: "zh" },
  );
  const { exportJob: id } = answer.data as { exportJob: string };
  expect(await jobsOf(person)).toMatchObject([{ id, state: "queued", rows: null, fetchableUntil: null }]);
  expect((await fetched(person, id)).code).toBe(409);
  await runAll();
  const [job] = await jobsOf(person);
  expect(job).toMatchObject({
    id,
    list: "invoices",
    state: "ready",
    rows: 3,
    fetchableUntil: "2026-11-27 12:00:00",
  });

  const file = await fetch(`${provider.apiUrl}/exportJob/file`, {
    method: "POST",
    body: new URLSearchParams({ id }),
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="invoices-.*\.xlsx"/);
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(bytes).toHaveLength(job!.bytes!);
  const [sheet] = (await readXlsx(bytes)).sheets;
  // A head, three invoices, their sum.
  expect(sheet!.rows).toHaveLength(5);
  expect(sheet!.rows[0]).toContain("币种");

  const [notice, ...others] = await told(person);
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ kind: "exportReady", content: { path: "/account/exports" } });
  const [mail] = await mailsTo(person);
  expect(mail!.subject).toBe("您的导出文件已生成：账单");
  expect(mail!.body).toContain("2026-11-27 12:00");
  expect(mail!.body).toContain("https://portal.example.com/account/exports\n");

  const colleague = await somebody(provider, person.companyId, { role: "finance" });
  for (const other of [colleague, await billed(0), staff]) {
    expect(await jobsOf(other)).toEqual([]);
    expect((await fetched(other, id)).code).toBe(404);
    const codes = [
      await provider.call(exportJobAgain, { id }, { token: other.token }),
      await provider.call(exportJobRemove, { id }, { token: other.token }),
    ].map(({ code }) => code);
    expect(codes).toEqual([404, 404]);
  }
  expect((await rowOf(id)).state).toBe("ready");
});

test("the same request is not queued twice, and the sixth that waits is refused", async () => {
  const person = await billed();
  const [first, same] = await Promise.all([ask(person), ask(person)]);
  expect(first.data).toEqual(same.data);
  for (const sort of ["amount", "number", "dueDate", "status"]) await ask(person, { sort });
  const waiting = await jobsOf(person);
  for (let more = waiting.length; more < 5; more++)
    await ask(person, { keyword: "", dateFrom: `2026-01-0${more}` });
  const refused = await ask(person, { dateFrom: "2026-02-01" });
  expect(refused).toMatchObject({ code: 409, message: expect.stringContaining("5 of your exports") });
  await provider.call(exportJobRemove, { id: first.data.exportJob }, { token: person.token });
  expect(await jobsOf(person)).toHaveLength(4);
  await runAll();
  expect((await jobsOf(person)).map(({ state }) => state)).toEqual(["ready", "ready", "ready", "ready"]);
  expect((await rowOf(first.data.exportJob)).state).toBe("removed");
});

describe("rights that are lost", () => {
  const losses: [string, (person: Somebody) => Promise<unknown>][] = [
    [
      "the company's resource",
      ({ companyId }) =>
        provider.db.deleteFrom("company_access").where("company_id", "=", companyId).execute(),
    ],
    [
      "the account",
      ({ id }) =>
        provider.db.updateTable("app_user").set({ status: "DISABLED" }).where("id", "=", id).execute(),
    ],
    [
      "the menu",
      async ({ id }) =>
        provider.db
          .updateTable("app_user")
          .set({ role_id: await roleId(provider.db, "viewer") })
          .where("id", "=", id)
          .execute(),
    ],
  ];

  test.each(losses)("before it runs: %s", async (_, lose) => {
    const person = await billed();
    const before = await kept();
    const { exportJob: id } = (await ask(person)).data;
    await lose(person);
    await runAll();
    expect(await rowOf(id)).toMatchObject({ state: "failed", reason: "refused", file_key: null });
    expect(await kept()).toEqual(before);
    expect([await told(person), await mailsTo(person)]).toEqual([[], []]);
  });

  test.each(losses)("while it is written: %s", async (_, lose) => {
    const person = await billed();
    const before = await kept();
    const { exportJob: id } = (await ask(person)).data;
    const put: FileStore["put"] = async (key, content) => {
      await provider.files.put(key, content);
      await lose(person);
    };
    await runAll({ files: { ...provider.files, put } });
    expect(await rowOf(id)).toMatchObject({ state: "failed", reason: "refused" });
    expect(await kept()).toEqual(before);
    expect(await told(person)).toEqual([]);
  });

  test.each(losses)("before it is fetched: %s", async (_, lose) => {
    const person = await billed();
    const { exportJob: id } = (await ask(person)).data;
    await runAll();
    expect((await fetched(person, id)).code).toBe(200);
    await lose(person);
    expect([403, 8006]).toContain((await fetched(person, id)).code);
    expect([403, 8006]).toContain(
      (await provider.call(exportJobAgain, { id }, { token: person.token })).code,
    );
  });

  test("of what is in the file: prices", async () => {
    const person = await customer(provider, ["SHIPMENT_CHARGES"]);
    const { id } = await provider.db
      .insertInto("export_job")
      .values({
        user_id: person.id,
        company_id: person.companyId,
        list: "quotes",
        call: quoteExport.name,
        request: JSON.stringify({ format: "csv", sort: "quoteNumber", direction: "asc" }),
        language: "en",
        created_at: clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await runAll();
    expect((await fetched(person, id)).text).toContain("Total charges");
    await provider.db.deleteFrom("company_access").where("company_id", "=", person.companyId).execute();
    expect((await fetched(person, id)).code).toBe(409);
  });
});

test("a file ends after seven days, can be run again with its request, and is forgotten a month later", async () => {
  const person = await billed();
  const start = clock.now();
  try {
    const { exportJob: id } = (await ask(person, { sort: "amount" })).data;
    await runAll();
    const key = (await rowOf(id)).file_key!;
    clock.forward(7 * DAY_MS);
    expect(await jobsOf(person)).toMatchObject([{ state: "expired", rows: null, fetchableUntil: null }]);
    expect((await fetched(person, id)).code).toBe(404);
    await purge(provider.db, provider.files, clock.now());
    await expect(provider.files.get(key)).rejects.toThrow();
    expect(await jobsOf(person)).toMatchObject([{ id, state: "expired" }]);

    const again = await provider.call(exportJobAgain, { id }, { token: person.token });
    expect(await jobsOf(person)).toMatchObject([
      { id: again.data.exportJob, state: "queued", format: "csv" },
    ]);
    const [before, now] = [await rowOf(id), await rowOf(again.data.exportJob)];
    expect(now.request).toEqual(before.request);
    await runAll();
    expect(parse((await fetched(person, again.data.exportJob)).text)).toHaveLength(5);

    clock.forward(7 * DAY_MS);
    await purge(provider.db, provider.files, clock.now());
    clock.forward(29 * DAY_MS);
    await purge(provider.db, provider.files, clock.now());
    expect(await jobsOf(person)).toHaveLength(1);
    clock.forward(2 * DAY_MS);
    await purge(provider.db, provider.files, clock.now());
    expect(await jobsOf(person)).toEqual([]);
  } finally {
    clock.set(start);
  }
});

test("the purge takes what was removed, and the files of a person who is gone", async () => {
  const [one, other] = [await billed(), await billed()];
  const ids = [];
  for (const person of [one, other]) ids.push((await ask(person)).data.exportJob);
  await runAll();
  const keys = await Promise.all(ids.map(async (id) => (await rowOf(id)).file_key!));
  await provider.call(exportJobRemove, { id: ids[0]! }, { token: one.token });
  await provider.db.updateTable("export_job").set({ user_id: null }).where("id", "=", ids[1]!).execute();
  await purge(provider.db, provider.files, clock.now());
  for (const key of keys) await expect(provider.files.get(key)).rejects.toThrow();
  expect(await provider.db.selectFrom("export_job").select("id").where("id", "in", ids).execute()).toEqual(
    [],
  );
});

test("two processes make each file once", async () => {
  const people = await Promise.all([billed(), billed(), billed(), billed()]);
  const ids = await Promise.all(people.map(async (person) => (await ask(person)).data.exportJob));
  await Promise.all([runAll(), runAll()]);
  for (const [index, id] of ids.entries()) {
    expect(await rowOf(id)).toMatchObject({ state: "ready", attempts: 1 });
    expect(await told(people[index]!)).toHaveLength(1);
  }
});

test("a process that died leaves no half file: another takes its job when the lease has ended", async () => {
  const person = await billed();
  const before = await kept();
  const { exportJob: id } = (await ask(person)).data;
  const key = "11111111-dead-4000-8000-000000000000";
  await provider.files.put(key, Readable.from([Buffer.from("half")]));
  const folder = dirname(join(provider.filesFolder, (await kept()).find((name) => name.includes(key))!));
  await writeFile(join(folder, `${key}.22222222.part`), "a draft");
  await provider.db
    .updateTable("export_job")
    .set({
      state: "running",
      attempts: 1,
      file_key: key,
      leased_until: new Date(clock.now().getTime() + 1_000),
    })
    .where("id", "=", id)
    .execute();
  await runAll();
  expect((await rowOf(id)).state).toBe("running");
  clock.forward(2_000);
  await runAll();
  expect(await rowOf(id)).toMatchObject({ state: "ready", attempts: 2 });
  const files = (await kept()).filter((name) => !before.includes(name));
  expect(files).toEqual([expect.stringContaining((await rowOf(id)).file_key!)]);
});

test("a process that was slower than its lease changes nothing of the job that another has made", async () => {
  const person = await billed();
  const before = await kept();
  const { exportJob: id } = (await ask(person)).data;
  const put: FileStore["put"] = async (key, content) => {
    await provider.files.put(key, content);
    await provider.db
      .updateTable("export_job")
      .set({ leased_until: new Date(clock.now().getTime() - 1) })
      .where("id", "=", id)
      .execute();
    await runNextExport(worker());
  };
  await runNextExport(worker({ files: { ...provider.files, put } }));
  const row = await rowOf(id);
  expect(row).toMatchObject({ state: "ready", attempts: 2 });
  const files = (await kept()).filter((name) => !before.includes(name));
  expect(files).toEqual([expect.stringContaining(row.file_key!)]);
  expect(await told(person)).toHaveLength(1);
});

test("what cannot be made is tried three times, and then said", async () => {
  const person = await billed();
  const { exportJob: id } = (await ask(person)).data;
  const put = () => Promise.reject(new Error("the disk is full"));
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await rowOf(id)).toMatchObject({ state: "queued", attempts: attempt - 1 });
    await runAll({ files: { ...provider.files, put } });
    clock.forward(20_000);
  }
  expect(await jobsOf(person)).toMatchObject([{ state: "failed", reason: "broken" }]);
  expect(await told(person)).toMatchObject([{ kind: "exportFailed" }]);
  expect((await mailsTo(person))[0]!.subject).toBe("Your export could not be made: Invoices");
  await provider.call(exportJobAgain, { id }, { token: person.token });
  await runAll();
  expect(await jobsOf(person)).toMatchObject([{ state: "ready" }]);
});
