import { chmod, mkdir, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemImportList } from "#app/contract/forwarder-system.ts";
import { secretBox } from "#app/provider/call/secret-box.ts";
import { openPlace } from "#app/provider/forwarder-system/open.ts";
import { startSystemImports } from "#app/provider/forwarder-system/worker.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { startProviderProcess } from "#tests/support/provider-process.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { tempFolder } from "#tests/support/temp-folder.ts";
import { csvOf, forwarderSystem, reportOf, type System, sound } from "./fixture.ts";

let provider: TestProvider;
let system: System;
let folder: string;
beforeAll(async () => {
  provider = await startProvider();
  system = await forwarderSystem(provider);
});
beforeEach(async () => {
  folder = await tempFolder("imports");
});
afterAll(() => provider?.stop());

const SECRETS_KEY = "a key of the tests only and of nothing else";
const start = (now?: () => Date) =>
  startSystemImports({
    ...(now && { now }),
    database: provider.db,
    open: () => openPlace({ from: folder, actingAs: system.staff.userName }),
    actingAs: system.staff.userName,
    log: pino({ level: process.env.TEST_LOG ?? "silent" }),
    shared: {
      publicUrl: "https://portal.example.com",
      secrets: secretBox([SECRETS_KEY]),
      outside: { privateHosts: [], dnsServers: [] },
      files: provider.files,
    },
    pollMs: 50,
  });
const put = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);
const filesIn = async (name: string) => (await readdir(join(folder, name)).catch(() => [])).sort();
const reportIn = async (place: string) => {
  const name = (await filesIn(place)).find((each) => each.endsWith(".report.csv"))!;
  return readFile(join(folder, place, name), "utf8");
};
const waiting = async () => (await readdir(folder)).filter((name) => name !== "done" && name !== "failed");
const shipmentsLike = async (prefix: string) =>
  (
    await provider.db
      .selectFrom("shipment")
      .select("house_number")
      .where("house_number", "like", `${prefix}%`)
      .execute()
  ).length;
const last = async () =>
  (await provider.call(systemImportList, {}, { token: system.staff.token })).data.rows[0]!;

test("air statuses come as the text of FSU messages, each line with what came of it", async () => {
  const sample = (name: string) => readFile(`tests/fixtures/imp/${name}.txt`);
  const { id } = await makeShipment(provider.db, system.companyId, {
    house_number: "FSUFOLDER1",
    master_number: "176-20000024",
    job_mode: "AIR",
    service_type: "ATA",
    port_of_departure: "PVG",
    port_of_arrival: "FRA",
    pieces: 10,
    status: "BOOKED",
  });
  const state = () =>
    provider.db.selectFrom("shipment").select("status").where("id", "=", id).executeTakeFirstOrThrow();
  const now = () => new Date("2026-12-02T12:00:00Z");
  const worker = start(now);
  try {
    await put("statuses-1.txt", await sample("part-delivered"));
    await put("statuses-2.csv", "not for the import");
    await expect.poll(waiting).toEqual(["statuses-2.csv"]);
    expect(await last()).toMatchObject({ kind: "STATUS", state: "DONE", counts: { added: 4, refused: 0 } });
    expect(await state()).toEqual({ status: "TRANSIT" });
    const odd = `${await sample("part-delivered")}DLV/28NOW0930/FRA\n`;
    await put("statuses-3.txt", odd);
    await expect.poll(waiting).toEqual(["statuses-2.csv"]);
    const { id: importId, counts } = await last();
    expect(counts).toMatchObject({ added: 0, unchanged: 4, refused: 1 });
    expect((await reportOf(system, importId)).refused.rows).toMatchObject([
      { line: 7, faults: [{ reason: 'line 7, "DLV/28NOW0930/FRA": 28NOW is no day of the year' }] },
    ]);
    await put("statuses-4.txt", await sample("rest-delivered"));
    await expect.poll(waiting).toEqual(["statuses-2.csv"]);
    expect(await state()).toEqual({ status: "COMPLETED" });
  } finally {
    await worker.stop();
  }
});

test("a file is taken when it is complete, and put away with its report; the same file again is said to be the same", {
  tags: "slow",
}, async () => {
  const content = `\ufeff${csvOf(system, "FA", 1_200, { delimiter: ";", faulty: [3, 700] })}`;
  await put("shipments-a.csv.part", content);
  const worker = start();
  try {
    await put("notes.txt", "nothing for the import");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await shipmentsLike("FA")).toBe(0);
    await rename(join(folder, "shipments-a.csv.part"), join(folder, "shipments-a.csv"));
    await expect.poll(waiting, { timeout: 60_000 }).toEqual(["notes.txt"]);
    expect(await shipmentsLike("FA")).toBe(1_198);
    const { id } = await last();
    expect(await reportOf(system, id)).toMatchObject({
      channel: "FILE",
      source: "shipments-a.csv",
      state: "DONE",
      counts: { added: 1_198, refused: 2 },
      refused: { rows: [{ line: 4 }, { line: 701 }] },
    });
    const report = await reportIn("done");
    expect(report).toContain("New: 1198.");
    expect(report).toContain("701,FA-R700");
    expect(report).not.toMatch(/(^|,|\n)[=@+]/);
    await put("shipments-b.csv", content);
    await expect.poll(waiting, { timeout: 30_000 }).toEqual(["notes.txt"]);
    expect((await last()).id).toBe(id);
    const names = await filesIn("done");
    const again = names.find((name) => name.startsWith("shipments-b") && name.endsWith(".report.csv"))!;
    expect(await readFile(join(folder, "done", again), "utf8")).toContain("shipments-a.csv");
  } finally {
    await worker.stop();
  }
});

test("files of another form fail with the reason, links and names that lead elsewhere are left alone", async () => {
  const secret = join(await tempFolder("outside"), "shipments-secret.csv");
  await writeFile(secret, csvOf(system, "SECRET", 1));
  await symlink(secret, join(folder, "shipments-link.csv"));
  await mkdir(join(folder, "shipments-folder.csv"));
  await put("shipments-..%2f..%2fetc.csv", csvOf(system, "PATH", 1));
  await put("shipments-empty.csv", "");
  await put("shipments-other.csv", "a,b,c\n1,2,3\n");
  await put(
    "shipments-latin.csv",
    Buffer.from("sourceReference,customer,houseNumber\nM\xfcller,x,y\n", "latin1"),
  );
  await put("shipments-quote.csv", 'sourceReference,customer,houseNumber\n"open,x,y\n');
  await put("milestones-broken.json", '{"records":{"60000000":1}}');
  await put("invoices-deep.json", `${"[".repeat(10_000)}${"]".repeat(10_000)}`);
  const worker = start();
  try {
    await expect
      .poll(waiting, { timeout: 30_000 })
      .toEqual(["shipments-..%2f..%2fetc.csv", "shipments-folder.csv", "shipments-link.csv"]);
  } finally {
    await worker.stop();
  }
  const failed = await filesIn("failed");
  expect(failed.filter((name) => !name.endsWith(".report.csv"))).toHaveLength(6);
  expect(await shipmentsLike("SECRET")).toBe(0);
  const latin = failed.find((name) => name.startsWith("shipments-latin") && name.endsWith(".report.csv"))!;
  expect(await readFile(join(folder, "failed", latin), "utf8")).toContain("The file is not UTF-8");
  const other = failed.find((name) => name.startsWith("shipments-other") && name.endsWith(".report.csv"))!;
  expect(await readFile(join(folder, "failed", other), "utf8")).toContain("sourceReference");
});

test("a file of which every record is refused fails, one of which some are taken does not", async () => {
  await put("shipments-none.csv", csvOf(system, "NONE", 2, { faulty: [1, 2] }));
  await put("shipments-half.csv", csvOf(system, "HALF", 2, { faulty: [1] }));
  const worker = start();
  try {
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
  } finally {
    await worker.stop();
  }
  const names = async (place: string) =>
    (await filesIn(place))
      .map((name) => name.replace(/\..*$/, ""))
      .filter((name, at, all) => all.indexOf(name) === at);
  expect([await names("done"), await names("failed")]).toEqual([["shipments-half"], ["shipments-none"]]);
});

test("a file says what parts its cells, and its numbers say what stands before decimals", async () => {
  const content = csvOf(system, "SIGN", 2, { delimiter: ";" })
    .replace("8200.5;58.4", "8200,5;12,345")
    .replace("8200.5;58.4", "1.000;0,480");
  await put("shipments-sign.csv", Buffer.from(`\ufeffsep=;\n${content}`, "utf16le"));
  const worker = start();
  try {
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
  } finally {
    await worker.stop();
  }
  const rows = await provider.db
    .selectFrom("shipment")
    .select(["gross_weight_kg", "volume_cbm"])
    .where("house_number", "like", "SIGN-%")
    .orderBy("house_number")
    .execute();
  expect(rows).toEqual([
    { gross_weight_kg: "8200.500", volume_cbm: "12.345" },
    { gross_weight_kg: "1000.000", volume_cbm: "0.480" },
  ]);
});

test("two processes, one of which is killed in the middle, take a file once", { tags: "slow" }, async () => {
  const content = csvOf(system, "KILL", 6_000);
  await put("shipments-kill.csv", content);
  await chmod(folder, 0o777);
  const environment = { SECRETS_KEY, IMPORT_FROM: folder, IMPORT_AS: system.staff.userName };
  const run = () => startProviderProcess(provider.database.url, environment);
  const [one, two] = await Promise.all([run(), run()]);
  try {
    await expect.poll(() => shipmentsLike("KILL"), { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
    const holder = await provider.db
      .selectFrom("system_import")
      .select(["lines_done", "state"])
      .where("source", "=", "shipments-kill.csv")
      .executeTakeFirstOrThrow();
    expect(holder.state).toBe("WORKING");
    one.child.kill("SIGKILL");
    two.child.kill("SIGKILL");
    expect(await shipmentsLike("KILL")).toBeLessThan(6_000);
  } finally {
    one.child.kill("SIGKILL");
    two.child.kill("SIGKILL");
  }
  await provider.db
    .updateTable("system_import")
    .set({ leased_until: new Date(0) })
    .where("source", "=", "shipments-kill.csv")
    .execute();
  const workers = [start(), start()];
  try {
    await expect.poll(waiting, { timeout: 120_000 }).toEqual([]);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  expect(await shipmentsLike("KILL")).toBe(6_000);
  expect(await last()).toMatchObject({
    state: "DONE",
    counts: { added: 6_000, changed: 0, unchanged: 0, refused: 0 },
  });
  expect(await filesIn("done")).toHaveLength(2);
});

test("a file that another process puts away meanwhile has one report", async () => {
  const place = await openPlace({ from: folder, actingAs: system.staff.userName });
  const report = join(await tempFolder("report"), "report.csv");
  await writeFile(report, "line\n");
  const away = (asName: string) => place.putAway({ name: "shipments-x.csv", to: "done", asName, report });
  await put("shipments-x.csv", "a");
  await away("shipments-x.1.csv");
  await away("shipments-x.1-5.csv");
  await away("shipments-x.1.csv");
  await place.close();
  expect(await filesIn("done")).toEqual(["shipments-x.1.csv", "shipments-x.1.csv.report.csv"]);
});

test("milestones and invoices come by files as well, an invoice with its lines in rows", async () => {
  await put("shipments-m.csv", csvOf(system, "MI", 2));
  await put(
    "milestones-m.csv",
    "sourceReference,House number,Milestone,Kind,Place,Time\nE1,MI-H1,Gate in,Actual,CNSHA,2025-01-05 10:00\nE2,MI-H2,DEPA,EST,CNSHA,2027-01-05 10:00\n",
  );
  await put(
    "invoices-m.csv",
    [
      "sourceReference,customer,invoiceNumber,houseNumber,invoiceDate,dueDate,currency,chargeCode,description,quantity,unitPrice",
      ...["OFR,Ocean freight,1,100.00", "THC,Terminal handling,2,50.25"].map(
        (line) => `I1,${system.customerCode},FI-1,MI-H1,2026-01-05,2026-02-05,EUR,${line}`,
      ),
      `I2,${system.customerCode},FI-2,MI-H2,2026-01-05,2026-02-05,EUR,OFR,Freight,1,10.00`,
    ].join("\r\n"),
  );
  const worker = start();
  try {
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
  } finally {
    await worker.stop();
  }
  const totals = await provider.db
    .selectFrom("invoice")
    .select(["number", "total", "line_count"])
    .where("number", "like", "FI-%")
    .orderBy("number")
    .execute();
  expect(totals).toMatchObject([
    { number: "FI-1", line_count: 2 },
    { number: "FI-2", line_count: 1 },
  ]);
  expect(Number(totals[0]!.total)).toBe(200.5);
  const told = await provider.db
    .selectFrom("event")
    .select("event_id")
    .where("event_id", "like", "system-E%")
    .execute();
  expect(told.length).toBeGreaterThanOrEqual(1);
});

test("a JSON file is the body of the call: what it brings in first is told to nobody", async () => {
  const first = [sound(system), sound(system)];
  const later = [sound(system)];
  await put("shipments-whole.json", JSON.stringify({ isFirst: true, records: first }));
  await put("shipments-alone.json", JSON.stringify(later));
  await put("shipments-word.json", JSON.stringify({ isFirst: "yes", records: [sound(system)] }));
  const worker = start();
  try {
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
  } finally {
    await worker.stop();
  }
  const broughtOf = async (records: typeof first) => {
    const made = await provider.db
      .selectFrom("shipment")
      .select("brought_at")
      .where(
        "house_number",
        "in",
        records.map(({ houseNumber }) => String(houseNumber)),
      )
      .execute();
    return made.map(({ brought_at }) => brought_at !== null);
  };
  expect(await broughtOf(first)).toEqual([true, true]);
  expect(await broughtOf(later)).toEqual([false]);
  expect((await filesIn("failed")).filter((name) => !name.endsWith(".report.csv"))).toEqual([
    expect.stringContaining("shipments-word"),
  ]);
});
