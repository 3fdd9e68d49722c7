import { once } from "node:events";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { readXlsx } from "hucre";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cell, xlsxStream } from "#app/provider/output/xlsx-stream.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.database.drop());

type Rows = Cell[][];
async function exported(
  input: Record<string, unknown>,
  options = {},
): Promise<{ file: { fileName: string }; sheets: Rows[] }> {
  const file = await call(world, "shipment.export", input, options);
  const { sheets } = await readXlsx(await buffer(file.body));
  return { file, sheets: sheets.map((sheet) => sheet.rows as Rows) };
}

describe("a workbook", () => {
  async function* batches(...given: Cell[][][]) {
    yield* given;
  }
  const options = { sheetName: "List", header: ["A", "B"], widths: [10, 10] };
  const read = async (stream: Readable) => (await readXlsx(await buffer(stream))).sheets;

  it("gives back what was put in: texts as texts, numbers as numbers, gaps as gaps", async () => {
    const rows: Cell[][] = [
      ["=1+1", 12.5],
      [null, 0],
      ["<a> & \"b\" 'c'", null],
      ["深圳 😀  two  spaces ", -3],
      ["line\nbreak\ttab", 1e21],
      ["+cmd|' /C calc'!A0", "@x"],
    ];
    const [sheet] = await read(xlsxStream(batches(rows.slice(0, 2), [], rows.slice(2)), options));
    expect(sheet?.name).toBe("List");
    expect(sheet?.rows).toEqual([["A", "B"], ...rows]);
  });

  it("drops what XML cannot say and cuts what Excel cannot hold", async () => {
    const [sheet] = await read(
      xlsxStream(batches([["a\u0000b\u0007c\ud800d", "x".repeat(40_000)]]), options),
    );
    expect(sheet?.rows[1]?.[0]).toBe("abc\ufffdd");
    expect(String(sheet?.rows[1]?.[1])).toHaveLength(32_767);
  });

  it("goes on in another sheet, with its header, when one is full", async () => {
    const rows = Array.from({ length: 10 }, (_, index): Cell[] => [`r${index}`, index]);
    const sheets = await read(xlsxStream(batches(rows), { ...options, maxRows: 5 }));
    expect(sheets.map((sheet) => [sheet.name, sheet.rows.length])).toEqual([
      ["List", 5],
      ["List 2", 5],
      ["List 3", 3],
    ]);
    expect(sheets.flatMap((sheet) => sheet.rows.slice(1))).toEqual(rows);
  });

  it("takes no more rows than the reader has room for, and ends their source when the reader leaves", async () => {
    let taken = 0;
    let hasEnded = false;
    async function* endless() {
      try {
        for (;;) {
          taken++;
          yield Array.from({ length: 1_000 }, (): Cell[] => [Math.random().toString(36), Math.random()]);
          await new Promise(setImmediate);
        }
      } finally {
        hasEnded = true;
      }
    }
    const stream = xlsxStream(endless(), options);
    await once(stream, "readable");
    let before = -1;
    while (taken !== before && taken < 100) {
      before = taken;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect(taken).toBeLessThan(100);
    stream.destroy();
    await expect.poll(() => hasEnded).toBe(true);
  });

  it("fails as its source fails", async () => {
    async function* broken(): AsyncGenerator<Cell[][]> {
      yield [["a", 1]];
      throw new Error("the database went away");
    }
    await expect(buffer(xlsxStream(broken(), options))).rejects.toThrow("the database went away");
  });
});

describe("the export", () => {
  beforeAll(async () => {
    const { db, own, rival } = world;
    await db.updateTable("party").set({ name: '=HYPERLINK("x")' }).where("id", "=", own.shipperId).execute();
    await addShipment(db, own, {
      house_number: "FL-1",
      status: "TRANSIT",
      delay_due_at: "-infinity",
      carrier_code: "MAEU",
      voyage: "123W",
      containers: ["MSKU6011672", "CSQU3054383"],
      eta: new Date("2026-11-19T16:00:00Z"),
    });
    await addShipment(db, own, { house_number: "FL-2", job_mode: "AIR", port_of_departure: "PVG" });
    await addShipment(db, rival, { house_number: "FL-3" });
    // More than one batch.
    await sql`
      insert into shipment (company_id, house_number, job_mode, service_type, service_level, load_type, incoterms,
        payment_type, status, shipper_id, consignee_id, port_of_departure, port_of_arrival, system_source,
        business_unit, pieces, package_type, cartons, gross_weight_kg, volume_cbm, booking_at, eta, updated_at)
      select company_id, 'BULK' || n, job_mode, service_type, service_level, load_type, incoterms, payment_type,
        (array['BOOKED', 'TRANSIT', 'COMPLETED'])[1 + n % 3], shipper_id, consignee_id, port_of_departure,
        port_of_arrival, system_source, business_unit, n, package_type, cartons, gross_weight_kg, volume_cbm,
        booking_at + n * interval '1 hour', case when n % 7 > 0 then now() - (n * 7919 % 5000) * interval '1 hour' end,
        ${NOW}::timestamptz - (n * 104729 % 3000) * interval '1 minute'
      from shipment, generate_series(1, 2500) n where house_number = 'FL-1'`.execute(db);
  });

  it("writes the filtered list with every column, named by its day", async () => {
    const { file, sheets } = await exported({ sort: "houseNumber", direction: "asc", houseNumber: "FL-" });
    expect(file).toMatchObject({ fileName: "shipments-2026-11-20.xlsx" });
    const [header, first, second, ...rest] = sheets[0]!;
    expect(rest).toEqual([]);
    expect(header).toHaveLength(22);
    const row = Object.fromEntries(header!.map((name, index) => [name, first![index] ?? null]));
    expect(row).toMatchObject({
      "H#": "FL-1",
      "M#": null,
      Status: "Delayed",
      "Port of departure": "Shanghai (CNSHA)",
      "Carrier, vessel or flight": "Maersk · 123W",
      "ETA (UTC+8)": new Date("2026-11-20T00:00:00Z"),
      Shipper: '=HYPERLINK("x")',
      Containers: "MSKU6011672, CSQU3054383",
      "Gross weight (KG)": 1200.5,
    });
    expect(second![0]).toBe("FL-2");
  });

  it.each([
    ["place", "en", "ETA (local time)", "2026-11-19T17:00:00Z"],
    ["place", "zh", "预计到港(当地时间)", "2026-11-19T17:00:00Z"],
    ["America/New_York", "en", "ETA (America/New_York)", "2026-11-19T11:00:00Z"],
    ["nowhere/at-all", "en", "ETA (UTC+8)", "2026-11-20T00:00:00Z"],
  ])("holds times as dates on the clock %s, and names it in %s", async (clock, language, head, shown) => {
    const { sheets } = await exported({ columns: ["eta"], houseNumber: "FL-1", clock }, { language });
    expect(sheets).toEqual([[[head], [new Date(shown)]]]);
  });

  it("writes the columns that were asked for, in the caller's language, and obeys the filter", async () => {
    const { sheets } = await exported({ columns: ["mode", "houseNumber"], mode: "AIR" }, { language: "zh" });
    expect(sheets).toEqual([
      [
        ["分单号", "运输方式"],
        ["FL-2", "空运"],
      ],
    ]);
    const none = await exported({ columns: ["houseNumber"], houseNumber: "nothing" });
    expect(none.sheets).toEqual([[["H#"]]]);
  });

  it("agrees with the list in every sort, across batches, and leaves other companies out", {
    tags: "slow",
  }, async () => {
    for (const sort of ["houseNumber", "status", "booking", "eta", "updated"]) {
      for (const direction of ["asc", "desc"]) {
        const { sheets } = await exported({ sort, direction, columns: ["houseNumber"] });
        const all = sheets[0]!.slice(1).map(([house]) => house);
        expect(new Set(all).size).toBe(2502);
        const pages = [];
        for (const page of [1, 2, 25, 26]) {
          const { rows } = await call(world, "shipment.list", { sort, direction, page, pageSize: 100 });
          pages.push(...rows.map((row: { houseNumber: string }) => row.houseNumber));
        }
        expect([sort, direction, pages]).toEqual([
          sort,
          direction,
          [...all.slice(0, 200), ...all.slice(2400, 2502)],
        ]);
      }
    }
    const capped = await call(world, "shipment.list", {});
    expect(capped).toMatchObject({ total: 1000, isTotalCapped: true });
    const deep = await call(world, "shipment.list", { page: 5_000 });
    expect(deep.rows).toEqual([]);
  });

  it("leaves out a shipment that moved to another company while the file is written", async () => {
    const { body } = await call(world, "shipment.export", { columns: ["houseNumber"], format: "csv" });
    const moved = world.db.updateTable("shipment").where("house_number", "=", "BULK77");
    await moved.set({ company_id: world.rival.id }).execute();
    const lines = String(await buffer(body)).split("\r\n");
    await moved.set({ company_id: world.own.id }).execute();
    expect(lines).toContain("BULK78");
    expect(lines).not.toContain("BULK77");
  });

  it("releases the connection while a reader is slow", { tags: "slow" }, async () => {
    const { body } = await call(world, "shipment.export", {});
    await once(body as Readable, "readable");
    const busy = async () => {
      const { rows } = await sql<{ busy: number }>`
        select count(*)::int as busy from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
          and state <> 'idle'`.execute(world.db);
      return rows[0]!.busy;
    };
    await expect.poll(busy).toBe(0);
    const left = await buffer(body as Readable);
    expect((await readXlsx(left)).sheets[0]?.rows).toHaveLength(2503);
  });
});
