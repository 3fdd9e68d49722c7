import { randomUUID } from "node:crypto";
import { writeXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  deskImport,
  deskImportExample,
  deskImportReport,
  deskImportRun,
  importKinds,
} from "#app/contract/desk-import.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { shipmentDesk } from "#app/contract/shipment-desk.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, desk, movableClock, type Somebody, somebody } from "../quotes/fixture.ts";
import { IMPORT_HEAD, importRow } from "./fixture.ts";

const clock = movableClock();
let provider: TestProvider;
let staff: Somebody;
let other: Somebody;
let dana: Somebody;
let company: string;
beforeAll(async () => {
  provider = await startProvider({ now: clock.now });
  staff = await desk(provider);
  other = await somebody(provider, staff.companyId, { role: "desk", name: "Other Person" });
  dana = await customer(provider);
  company = await codeOf(dana.companyId);
});
afterAll(() => provider?.stop());

const codeOf = async (id: string) =>
  (await provider.db.selectFrom("company").select("code").where("id", "=", id).executeTakeFirstOrThrow())
    .code;

async function send(file: Buffer | string, { who = staff, key = randomUUID() as string } = {}) {
  const form = new FormData();
  form.append("file", new Blob([typeof file === "string" ? file : new Uint8Array(file)]), "file.csv");
  const answer = await fetch(`${provider.apiUrl}${deskImport.path}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${who.token}`, "idempotency-key": key },
  });
  return (await answer.json()) as { code: number; message: string; data: { id: string } };
}
const report = async (id: string, who = staff) =>
  (await provider.call(deskImportReport, { id }, { token: who.token })).data;
const run = (id: string, version: string, who = staff) =>
  provider.call(deskImportRun, { id, version }, { token: who.token, key: randomUUID() });
async function imported(file: Buffer | string) {
  const { data } = await send(file);
  return run(data.id, (await report(data.id)).version);
}
const found = async (houseNumber: string) =>
  (
    await provider.db
      .selectFrom("shipment")
      .select("id")
      .where("house_number", "=", houseNumber)
      .executeTakeFirst()
  )?.id;

const row = (house: string, given: Record<string, string> = {}) => importRow(company, house, given);

test("nothing is written before the confirmation; then the sound rows are, and the faulty ones are told by row and column", async () => {
  const file = `${IMPORT_HEAD}${row("IMP-1")}${row("IMP-2", { customer: "Nobody Inc", to: "Atlantis", pieces: "-4", etd: "soon" })}${row("imp 1")}${row("IMP-3", { boxes: "CSQU3054384/45G1", master: "X".repeat(10_000) })}${row("IMP-4", { boxes: "CSQU3054384/45G1" })}`;
  const { data } = await send(file);
  const dry = await report(data.id);
  expect(dry).toMatchObject({
    kind: "SHIPMENT",
    done: null,
    unknownColumns: [],
    counts: { added: 2, changed: 0, same: 0, twice: 1, faulty: 2 },
  });
  const [second, third, fourth] = dry.leftOut;
  expect(second!.line).toBe(3);
  const columns = second!.texts.map(({ column }) => column);
  expect(columns.sort()).toEqual(["customer", "etd", "pieces", "portOfArrival"]);
  expect(third).toMatchObject({ line: 4, texts: [{ message: "Says the same as line 2" }] });
  expect(fourth).toMatchObject({ line: 5, texts: [{ column: "masterNumber" }] });
  expect(dry.warned).toMatchObject([
    { line: 6, texts: [{ column: "containers", message: "CSQU3054384: the check digit should be 3" }] },
  ]);
  expect(await found("IMP-1")).toBeUndefined();
  expect((await run(data.id, dry.version, dana)).code).toBe(403);
  expect((await run(data.id, "another version")).code).toBe(409);
  expect((await run(data.id, dry.version)).data).toEqual({ added: 2, changed: 0 });
  const id = (await found("IMP-1"))!;
  const seen = (await provider.call(shipmentDetail, { id }, { token: dana.token })).data;
  expect(seen).toMatchObject({
    houseNumber: "IMP-1",
    masterNumber: "MBL77",
    dates: { etd: "2026-12-04 10:00:00" },
  });
  expect(seen.dates.eta).toBe("2027-01-08");
  expect(seen.containers.map(({ containerNumber }) => containerNumber)).toEqual([
    "CSQU3054383",
    "MSKU0383250",
  ]);
  const told = (await provider.call(shipmentDesk, { id }, { token: staff.token })).data;
  expect(told.log).toMatchObject([{ action: "shipment.made", actor: "Desk Person" }]);
  expect(told.log[0]!.changes[0]).toEqual({ path: "import", before: null, after: "file.csv" });
  expect(await run(data.id, dry.version)).toMatchObject({
    code: 409,
    message: "Desk Person has carried out this import already",
  });
  const after = await report(data.id);
  expect([after.counts.added, after.done?.by]).toEqual([2, "Desk Person"]);
});

test("a shipment that is there is changed where the file says other things, or is the same; an empty cell leaves what stands", {
  tags: "slow",
}, async () => {
  await imported(`${IMPORT_HEAD}${row("IMP-10")}`);
  const same = await send(`${IMPORT_HEAD}${row("imp-10", { from: "CNSHA", kg: "8200.500" })}`);
  expect((await report(same.data.id)).counts).toMatchObject({ same: 1, changed: 0 });
  const file = `Customer,House number,ETD,Gross weight,Containers,Shipper\n${company},IMP10,2026-12-06 09:00,,CSQU3054383,Somebody else\n`;
  const { data } = await send(file);
  const dry = await report(data.id);
  expect(dry.counts).toMatchObject({ changed: 1, faulty: 0 });
  expect(dry.changed[0]!.changes).toContainEqual({
    path: "etd",
    before: "2026-12-04T10:00",
    after: "2026-12-06T09:00",
  });
  expect(dry.changed[0]!.changes).toContainEqual({
    path: "shipper",
    before: "Maker Ltd",
    after: "Somebody else",
  });
  expect((await run(data.id, dry.version)).data).toEqual({ added: 0, changed: 1 });
  const id = (await found("IMP-10"))!;
  const told = (await provider.call(shipmentDesk, { id }, { token: staff.token })).data;
  expect(told.fields).toMatchObject({
    etd: "2026-12-06T09:00",
    grossWeightKg: "8200.500",
    masterNumber: "MBL77",
  });
  expect(told.fields.containers).toMatchObject([{ containerNumber: "CSQU3054383", containerType: "45G1" }]);
  expect(told.log.at(-1)).toMatchObject({ action: "shipment.changed" });
  const foreign = await customer(provider);
  const stolen = await send(`${IMPORT_HEAD}${row("IMP-10", { customer: await codeOf(foreign.companyId) })}`);
  expect((await report(stolen.data.id)).leftOut[0]!.texts[0]).toEqual({
    column: "houseNumber",
    message: "IMP-10 is the number of another shipment",
  });
});

test("two people with the same file do it once; so does a double press", { tags: "slow" }, async () => {
  const file = `${IMPORT_HEAD}${row("IMP-20")}${row("IMP-21")}`;
  const [one, two] = [await send(file), await send(file, { who: other })];
  const [first, second] = [await report(one.data.id), await report(two.data.id, other)];
  expect(first.version).toBe(second.version);
  const answers = await Promise.all([
    run(one.data.id, first.version),
    run(two.data.id, second.version, other),
    run(one.data.id, first.version),
  ]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
  const { rows } = await sql<{ count: string }>`
    select count(*) from shipment where house_number in ('IMP-20', 'IMP-21')`.execute(provider.db);
  expect(rows[0]!.count).toBe("2");
  const left = answers[0]!.code === 200 ? two : one;
  expect((await report(left.data.id)).counts).toMatchObject({ added: 0, same: 2 });
});

test("a dry run that another person's change has overtaken is refused, and tells the new one", {
  tags: "slow",
}, async () => {
  await imported(`${IMPORT_HEAD}${row("IMP-30")}`);
  const edit = (at: string) => `Customer,House number,ETD\n${company},IMP-30,${at}\n`;
  const slow = await send(edit("2026-12-08 10:00"));
  const dry = await report(slow.data.id);
  await imported(edit("2026-12-08 10:00"));
  expect((await run(slow.data.id, dry.version)).code).toBe(409);
  expect((await report(slow.data.id)).counts.same).toBe(1);
});

test("a house number that somebody else takes at the same moment is refused, and nothing is written", async () => {
  const { data } = await send(`${IMPORT_HEAD}${row("IMP-35")}${row("IMP-36")}`);
  const { version } = await report(data.id);
  let running: ReturnType<typeof run> | undefined;
  await provider.db.transaction().execute(async (trx) => {
    await makeShipment(trx, dana.companyId, { house_number: "IMP-36" });
    running = run(data.id, version);
    await expect
      .poll(async () => {
        const { rows } = await sql<{ count: string }>`
          select count(*) from pg_stat_activity where wait_event_type = 'Lock'
            and datname = current_database()`.execute(provider.db);
        return rows[0]!.count;
      })
      .not.toBe("0");
  });
  expect(await running).toMatchObject({
    code: 409,
    message: "Meanwhile this file would do something else: see what it would do now",
  });
  expect(await found("IMP-35")).toBeUndefined();
});

test("milestones of a file are told like entered ones: by code or name, in the time of the place, once", {
  tags: "slow",
}, async () => {
  await imported(`${IMPORT_HEAD}${row("IMP-40")}`);
  const id = (await found("IMP-40"))!;
  const file = Buffer.from(
    await writeXlsx({
      sheets: [
        {
          name: "A",
          rows: [
            ["分单号", "节点", "性质", "地点", "时间", "箱号", "备注"],
            ["IMP-40", "重箱进港", "实际", "上海", new Date("2026-11-19T09:30:00Z"), "CSQU 305438-3", "Seen"],
            ["imp-40", "DEPA", "EST", "CNSHA", "2026-12-05T02:00:00Z", "", ""],
            ["IMP-40", "Vessel departure", "Estimated", "Shanghai", 46361.4166666667, "", ""],
            ["IMP-40", "DEPA", "Actual", "Shanghai", "2026-12-05 10:00", "", ""],
            ["IMP-40", "Teleported", "Actual", "Atlantis", "2026/11/31", "ABCD1234567", ""],
            ["NO-SUCH", "DEPA", "Actual", "Shanghai", "2026-11-19 10:00", "", ""],
          ],
        },
      ],
    }),
  );
  const { data } = await send(file);
  const dry = await report(data.id);
  expect(dry).toMatchObject({ kind: "MILESTONE", counts: { added: 2, twice: 1, faulty: 3, same: 0 } });
  const texts = Object.fromEntries(
    dry.leftOut.map(({ line, texts: said }) => [line, said.map(({ column }) => column)]),
  );
  expect(texts).toEqual({ 4: [null], 5: ["at"], 6: ["milestone"], 7: ["houseNumber"] });
  expect((await run(data.id, dry.version)).data).toEqual({ added: 2, changed: 0 });
  const seen = (await provider.call(shipmentDetail, { id }, { token: dana.token })).data;
  expect(seen.dates.etd).toBe("2026-12-05 10:00:00");
  expect(seen.events.map(({ source }) => source)).toEqual(["Forwarder Ltd", "Forwarder Ltd"]);
  const told = (await provider.call(shipmentDesk, { id }, { token: staff.token })).data;
  expect(told.events[0]).toMatchObject({
    enteredBy: "Desk Person",
    reason: "Imported from file.csv",
    remark: "Seen",
  });
  expect(told.log.filter(({ action }) => action === "shipment.eventAdded")).toHaveLength(2);
  const again = await send(file);
  expect((await report(again.data.id)).counts).toMatchObject({ added: 0, same: 3 });
});

test("milestones of a shipment that was entered late are taken with a warning, and refused further back", {
  tags: "slow",
}, async () => {
  await imported(`${IMPORT_HEAD}${row("IMP-41")}`);
  const id = (await found("IMP-41"))!;
  await provider.db
    .updateTable("shipment")
    .set({ booking_at: new Date("2026-11-19T00:00:00Z") })
    .where("id", "=", id)
    .execute();
  const file = (day: string) =>
    `House number,Milestone,Kind,Place,Time\nIMP-41,GTIN_LADEN,ACT,CNSHA,2026-${day} 10:00\n`;
  const late = await send(file("11-09"));
  const dry = await report(late.data.id);
  expect(dry).toMatchObject({ counts: { added: 1, faulty: 0 } });
  expect(dry.warned[0]!.texts).toEqual([
    { column: "at", message: "This lies before the shipment was booked" },
  ]);
  expect((await run(late.data.id, dry.version)).data).toEqual({ added: 1, changed: 0 });
  const early = await send(file("09-09"));
  expect(await report(early.data.id)).toMatchObject({ counts: { added: 0, faulty: 1 } });
});

test("files that are none are refused with what is needed, and odd rows do no harm", {
  tags: "slow",
}, async () => {
  for (const file of [
    "",
    "\0\0",
    "A,B\n1,2",
    "House number,Milestone\nx,y",
    Buffer.from("PK\x03\x04rubbish"),
  ])
    expect((await send(file)).code).toBe(400);
  expect((await send("A,B\n1,2")).message).toBe(
    "The first row has to name the columns. Shipments need: Customer, House number. Milestones need: House number, Milestone, Kind, Time",
  );
  const long = `Customer,House number\n${`${company},x\n`.repeat(5_001)}`;
  expect((await send(long)).message).toContain("5000 rows");
  const odd = ["", "null", "=1+1", "x".repeat(10_000), "{}", "\u202e", "1e999"].map((text) =>
    row(text || "IMP-ODD", { etd: text, pieces: text, boxes: text, customer: text }),
  );
  const { data } = await send(IMPORT_HEAD + odd.join(""));
  const answer = await provider.call(deskImportReport, { id: data.id }, { token: staff.token });
  expect(answer).toMatchObject({ code: 200, data: { counts: { added: 0, changed: 0, faulty: 7 } } });
  expect((await provider.call(deskImportReport, { id: "99999999" }, { token: staff.token })).code).toBe(404);
  expect((await send(IMPORT_HEAD, { who: dana })).code).toBe(403);
});

test("the example of each kind is a file that the import reads", { tags: "slow" }, async () => {
  for (const kind of importKinds)
    for (const format of ["csv", "xlsx"] as const) {
      const answer = await fetch(`${provider.apiUrl}${deskImportExample.path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${staff.token}`, Language: format === "csv" ? "en" : "zh" },
        body: new URLSearchParams({ kind, format }),
      });
      const { data } = await send(Buffer.from(await answer.arrayBuffer()));
      expect(await report(data.id)).toMatchObject({ kind, unknownColumns: [] });
    }
});

test("many shipments at once, their milestones, and a change of all of them", { tags: "slow" }, async () => {
  const many = 500;
  const numbers = Array.from({ length: many }, (_, index) => `BULK-${index}`);
  const file = (given: Record<string, string>) =>
    IMPORT_HEAD + numbers.map((number) => row(number, given)).join("");
  expect((await imported(file({ boxes: "" }))).data).toEqual({ added: many, changed: 0 });
  const milestones = numbers.map((number) => `${number},DEPA,EST,Shanghai,2026-12-05 11:00\n`).join("");
  const told = await imported(`House number,Milestone,Kind,Place,Time\n${milestones}`);
  expect(told.data).toEqual({ added: many, changed: 0 });
  expect((await imported(file({ boxes: "", kg: "9000" }))).data).toEqual({ added: 0, changed: many });
  const id = (await found("BULK-7"))!;
  const seen = (await provider.call(shipmentDetail, { id }, { token: dana.token })).data;
  expect([seen.dates.etd, seen.cargo.length]).toEqual(["2026-12-05 11:00:00", 1]);
});
