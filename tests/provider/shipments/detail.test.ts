import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentTypes } from "#app/contract/shipment-code.ts";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { pdfTextOf } from "#tests/support/pdf-text.ts";
import { addShipment, call, makeWorld, NOW, type World } from "./fixture.ts";
import { dcsa2 } from "./journey.ts";

let world: World;
let id: string;
beforeAll(async () => {
  world = await makeWorld();
  const { db, own } = world;
  id = await addShipment(db, own, {
    house_number: "FL-SHA-1",
    master_number: "MAEU123",
    carrier_code: "MAEU",
    estimated_charges: "1234.50",
    charges_currency: "CNY",
    booking_number: "BK-1",
    eta: new Date("2026-11-25T16:30:00Z"),
    dates: JSON.stringify({ cargoReady: "2026-11-02", sla: "2026-12-01T00:00:00Z" }),
    containers: ["CSQU3054383", "MSKU6011672"],
    orders: [{ po: "PO-9", sku: "SKU-9" }],
  });
  await db
    .insertInto("shipment_cargo")
    .values(
      (["H", "O", "R"] as const).map((data_type) => ({
        shipment_id: id,
        data_type,
        pieces: 10,
        package_type: "CTN",
        gross_weight_kg: "1200.500",
        volume_cbm: "6.120",
        chargeable_weight_kg: null,
        description: "LED lamps 发光二极管灯",
      })),
    )
    .execute();
  await db
    .insertInto("shipment_document")
    .values(
      documentTypes.map((document_type) => ({
        shipment_id: id,
        document_type,
        number: `${document_type}-1`,
        issued_on: "2026-11-03",
        file_name: `${document_type.toLowerCase()}.pdf`,
      })),
    )
    .execute();
  const references = [{ type: "FF", value: "FL-SHA-1" }];
  await storeEvents(
    db,
    [
      dcsa2({ code: "GTIN", empty: "LADEN", day: -5, place: "CNSHA", container: "CSQU3054383", references }),
      dcsa2({ code: "DEPA", day: -3, place: "CNSHA", sequence: 1, references }),
      {
        ...dcsa2({ code: "ARRI", classifier: "EST", day: 6, received: -3, place: "DEHAM", references }),
        changeRemark: "Told by the consignee",
      },
    ],
    { source: "MAEU", now: NOW },
  );
});
afterAll(() => world.database.drop());

describe("shipment detail", () => {
  it("tells all of the shipment: lines in order, days as days, instants in UTC+8", async () => {
    const detail = await call(world, "shipment.detail", { id });
    expect(detail).toMatchObject({
      houseNumber: "FL-SHA-1",
      carrierName: "Maersk",
      airCarrier: null,
      dates: { cargoReady: "2026-11-02", sla: "2026-12-01 08:00:00", eta: "2026-11-26 12:00:00" },
      firstEta: "2026-11-26 00:30:00",
      booking: { id: null, bookingNumber: "BK-1", bookedAt: "2026-11-01 10:00:00" },
      orderLines: [{ poNumber: "PO-9", skuNumber: "SKU-9" }],
    });
    expect(detail.cargo.map((line: { dataType: string }) => line.dataType)).toEqual(["O", "R", "H"]);
    expect(detail.containers.map((box: { containerNumber: string }) => box.containerNumber)).toEqual([
      "CSQU3054383",
      "MSKU6011672",
    ]);
    expect(detail.events.map((event: { code: string }) => event.code)).toEqual(["GTIN", "DEPA", "ARRI"]);
    expect(detail.events[2]).toMatchObject({
      classifier: "EST",
      source: "MAEU",
      remark: "Told by the consignee",
      place: { code: "DEHAM", countryCode: "DE" },
      receivedAt: "2026-11-17 12:00:00",
    });
  });

  it("leaves the charges out for a company that may not see them", async () => {
    const without = await call(world, "shipment.detail", { id });
    expect(without).not.toHaveProperty("estimatedCharges");
    const caller = { ...world.own.caller, resourceCodes: ["SHIPMENT_CHARGES"] };
    const withThem = await call(world, "shipment.detail", { id }, { company: { ...world.own, caller } });
    expect(withThem.estimatedCharges).toEqual({ amount: "1234.50", currency: "CNY" });
  });

  it.each([
    ["shipment.detail", {}],
    ["shipment.follow", { isFollowed: "true" }],
    ["shipment.document", { documentId: "1" }],
  ])("%s answers the same for another company's shipment and for none", async (name, input) => {
    const faults = [];
    for (const wanted of [id, "999999999"]) {
      faults.push(
        await call(world, name, { id: wanted, ...input }, { company: world.rival }).catch((error) => error),
      );
    }
    expect(faults[0]).toMatchObject({ code: 404, messageKey: "notFound" });
    expect(faults[1]).toEqual(faults[0]);
  });

  it("opens to the forwarder's staff", async () => {
    expect(await call(world, "shipment.detail", { id }, { company: world.forwarder })).toMatchObject({ id });
  });
});

describe("shipment document", () => {
  const read = async (documentId: string, language: "en" | "zh" = "en") => {
    const file = await call(world, "shipment.document", { id, documentId }, { language });
    return { file, text: pdfTextOf(await buffer(file.body)) };
  };

  it("makes every type from the shipment's own data, in both languages", { tags: "slow" }, async () => {
    const { documents } = await call(world, "shipment.detail", { id });
    expect(documents).toHaveLength(documentTypes.length);
    for (const document of documents) {
      const { file, text } = await read(document.id);
      expect(file).toMatchObject({ contentType: "application/pdf", fileName: document.fileName });
      expect(text).toContain("FL-SHA-1");
      expect(text).toContain(document.number);
      expect(text).toContain("发光二极管灯");
      expect((await read(document.id, "zh")).text).toContain("发货人");
    }
    const bill = documents.find(
      (document: { documentType: string }) => document.documentType === "HOUSE_BILL",
    );
    const { text } = await read(bill.id);
    expect(text).toContain("House bill of lading");
    expect(text).toContain("MSKU6011672");
    expect(text).not.toContain("1234.50");
  });

  it("calls no date actual that no event tells", async () => {
    const { db, own } = world;
    const stored = await addShipment(db, own, {
      atd: new Date("2026-11-03T02:00:00Z"),
      ata: new Date("2026-11-18T02:00:00Z"),
      house_number: "FL-PAPER",
    });
    const { id: documentId } = await db
      .insertInto("shipment_document")
      .values({
        shipment_id: stored,
        document_type: "ARRIVAL_NOTICE",
        number: "1",
        issued_on: "2026-11-03",
        file_name: "a.pdf",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const written = async (language: "en" | "zh") => {
      const { body } = await call(world, "shipment.document", { id: stored, documentId }, { language });
      return pdfTextOf(await buffer(body));
    };
    expect(await written("en")).toContain("2026-11-03 10:00:00 (UTC+08:00), not confirmed");
    expect(await written("zh")).toContain("未确认");
    await storeEvents(
      db,
      [dcsa2({ code: "DEPA", day: -16, place: "CNSHA", references: [{ type: "FF", value: "FL-PAPER" }] })],
      { source: "TEST", now: NOW },
    );
    const told = await written("en");
    expect(told).toContain("2026-11-04 12:00:00 (UTC+08:00)");
    expect(told).not.toMatch(/not confirmed|ATA/);
  });

  it("goes on to further pages, and keeps what no font has from breaking it", async () => {
    const { db, own } = world;
    const long = await addShipment(db, own, {
      orders: Array.from({ length: 120 }, (_, line) => ({
        po: `PO-${line}-${"x".repeat(60)}`,
        sku: "😀Ж\ud800",
      })),
    });
    const { id: documentId } = await db
      .insertInto("shipment_document")
      .values({
        shipment_id: long,
        document_type: "PACKING_LIST",
        number: "1",
        issued_on: "2026-11-03",
        file_name: "a.pdf",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { body } = await call(world, "shipment.document", { id: long, documentId });
    const pdf = await buffer(body);
    expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(3);
    const text = pdfTextOf(pdf);
    expect(text).toContain("PO-119-");
    expect(text).toMatch(/1 \/ \d/);
  });

  describe("of the seller", () => {
    const paper = async (
      shipment: string,
      document_type: "COMMERCIAL_INVOICE" | "PACKING_LIST",
      language: "en" | "zh" = "en",
    ) => {
      const { id: documentId } = await world.db
        .insertInto("shipment_document")
        .values({
          shipment_id: shipment,
          document_type,
          number: "1",
          issued_on: "2026-11-03",
          file_name: "a.pdf",
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const { body } = await call(world, "shipment.document", { id: shipment, documentId }, { language });
      const pdf = await buffer(body);
      return { pdf, text: pdfTextOf(pdf).replaceAll("\u00a0", " ") };
    };
    const priced = async (
      lines: { pieces: number; price: string; gross?: string; net?: string; currency?: string }[],
      { description = "LED lamps", ...given }: Record<string, string> = {},
    ) => {
      const { db, own } = world;
      const made = await addShipment(db, own, {
        orders: lines.map((_, line) => ({ po: `PO-${line + 1}`, sku: `SKU-${line + 1}` })),
        ...given,
      });
      for (const [index, { pieces, price, gross, net, currency }] of lines.entries())
        await db
          .updateTable("shipment_order_line")
          .set({
            pieces,
            unit_price: price,
            currency: currency ?? "CNY",
            hs_code: "940521",
            description,
            gross_weight_kg: gross ?? null,
            net_weight_kg: net ?? null,
          })
          .where("shipment_id", "=", made)
          .where("line", "=", index + 1)
          .execute();
      return made;
    };
    /** The cells of the table in their order. */
    const cellsOf = (text: string) => text.split("\n");

    it("an invoice multiplies and sums by the line, in the trade's money, with the named place", async () => {
      const made = await priced([
        { pieces: 1200, price: "1.05" },
        { pieces: 333, price: "19.99" },
        { pieces: 1_000_001, price: "0.0345" },
      ]);
      const { text } = await paper(made, "COMMERCIAL_INVOICE");
      const cells = cellsOf(text);
      const first = cells.indexOf("PO-1");
      const line = ["PO-1", "SKU-1", "LED lamps", "940521", "1200", "RMB 1.05", "RMB 1,260.00"];
      expect(cells.slice(first, first + 7)).toEqual(line);
      expect(text).toContain("RMB 19.99\nRMB 6,656.67\n");
      expect(text).toContain("RMB 0.0345\nRMB 34,500.03\n");
      // 1,260.00 + 6,656.67 + 34,500.03
      expect(cells[cells.indexOf("Total") + 1]).toBe("RMB 42,416.70");
      expect(text).toContain("FOB Shanghai (CNSHA)");
      const chinese = (await paper(made, "COMMERCIAL_INVOICE", "zh")).text.replaceAll("\n", "");
      for (const word of ["HS 编码", "单价", "金额", "合计", "RMB 42,416.70", "FOB 上海 (CNSHA)"])
        expect(chinese).toContain(word);
      const arriving = await priced([{ pieces: 1, price: "1" }], { incoterms: "CIF" });
      expect((await paper(arriving, "COMMERCIAL_INVOICE")).text).toContain("CIF Hamburg (DEHAM)");
    });

    it("a packing list's weights sum to the shipment's", async () => {
      const made = await priced(
        [
          { pieces: 100, price: "1", gross: "700.250", net: "650.1" },
          { pieces: 50, price: "1", gross: "500.250", net: "450.005" },
        ],
        { gross_weight_kg: "1200.500" },
      );
      const { text } = await paper(made, "PACKING_LIST");
      const cells = cellsOf(text);
      expect(cells.slice(cells.indexOf("PO-1")).slice(3, 7)).toEqual(["100", "1", "650.100", "700.250"]);
      expect(cells.slice(cells.indexOf("Total")).slice(1, 5)).toEqual(["150", "2", "1100.105", "1200.500"]);
      expect(text).not.toContain("RMB");
      const chinese = (await paper(made, "PACKING_LIST", "zh")).text.replaceAll("\n", "");
      expect(chinese).toContain("净重 (KG)");
    });

    it("leaves the cells of a line without amounts empty, and says no total", async () => {
      const { db } = world;
      const made = await priced([
        { pieces: 10, price: "2.50", gross: "10", net: "9" },
        { pieces: 20, price: "3.00", gross: "20", net: "18" },
      ]);
      await db
        .updateTable("shipment_order_line")
        .set({ unit_price: null, currency: null, hs_code: null, net_weight_kg: null })
        .where("shipment_id", "=", made)
        .where("line", "=", 2)
        .execute();
      const invoice = (await paper(made, "COMMERCIAL_INVOICE")).text;
      expect(invoice).toContain("RMB 25.00");
      const row = cellsOf(invoice).slice(cellsOf(invoice).indexOf("PO-2"));
      expect(row.filter(Boolean).slice(0, 5)).toEqual(["PO-2", "SKU-2", "LED lamps", "20", "Incoterms"]);
      for (const text of [invoice, (await paper(made, "PACKING_LIST")).text]) {
        expect(text).toContain("PO-2");
        expect(text).not.toMatch(/Total|null|NaN|undefined/);
      }
      // Two currencies have no sum.
      const mixed = await priced([
        { pieces: 1, price: "1" },
        { pieces: 1, price: "1", currency: "USD" },
      ]);
      const { text } = await paper(mixed, "COMMERCIAL_INVOICE");
      expect(text).toContain("USD 1.00");
      expect(text).not.toContain("Total");
    });

    it("keeps its columns under a very long description, in any script", async () => {
      for (const description of ["Lamp ".repeat(2000), "灯".repeat(9000), `${"x".repeat(5000)}灯`]) {
        const made = await priced([{ pieces: 1, price: "1234567890.00" }], { description });
        const { pdf, text } = await paper(made, "COMMERCIAL_INVOICE");
        expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)!.length).toBeLessThanOrEqual(2);
        expect(text.replaceAll("\n", "")).toContain("RMB 1,234,567,890.00");
      }
    });
  });

  it("is not found under another shipment", async () => {
    const { db, own } = world;
    const other = await addShipment(db, own);
    const { documents } = await call(world, "shipment.detail", { id });
    await expect(
      call(world, "shipment.document", { id: other, documentId: documents[0].id }),
    ).rejects.toMatchObject({ code: 404 });
  });
});

describe("the public search", () => {
  const search = async (searchType: "H" | "PO", number: string, language: "en" | "zh" = "en") =>
    (await call(world, "preview.search", { searchType, number }, { language })).shipments;

  it("finds by the whole number in any spelling, and not by a part of it", async () => {
    expect(await search("H", " fl sha-1 ")).toHaveLength(1);
    expect(await search("PO", "po9")).toHaveLength(1);
    expect(await search("H", "FL-SHA")).toEqual([]);
    expect(await search("PO", "FL-SHA-1")).toEqual([]);
    expect(await search("H", "PO-9")).toEqual([]);
  });

  it("shows what happened, where and when, and nothing by which parties or boxes are known", async () => {
    const [shipment] = await search("H", "FL-SHA-1");
    expect(shipment).toMatchObject({
      houseNumber: "FL-SHA-1",
      status: "TRANSIT",
      portOfArrival: { code: "DEHAM" },
      atd: "2026-11-17 12:00:00",
    });
    expect(shipment.events.map((event: { code: string }) => event.code)).toEqual(["GTIN", "DEPA", "ARRI"]);
    expect(shipment.events[0]).toMatchObject({
      id: "1",
      at: "2026-11-15 12:00:00",
      place: { code: "CNSHA" },
    });
    const told = JSON.stringify(shipment);
    for (const secret of [
      "Northwind",
      "CSQU3054383",
      "MAEU",
      "PO-9",
      "SKU-9",
      "BK-1",
      "1234.5",
      "consignee",
      "LED",
    ]) {
      expect(told).not.toContain(secret);
    }
  });

  it("distinguishes containers without their numbers, so that a milestone of one of two does not count for both", async () => {
    const [shipment] = await search("H", "FL-SHA-1");
    expect(shipment.containers).toBe(2);
    expect(shipment.events.map((event: { containerNumber: string | null }) => event.containerNumber)).toEqual(
      ["1", null, null],
    );
  });

  it("answers for a number that is not public as for one that is unknown", async () => {
    const { db, own } = world;
    await addShipment(db, own, {
      house_number: "FL-HIDDEN",
      is_public: false,
      orders: [{ po: "PO-H", sku: "S" }],
    });
    const unknown = await call(world, "preview.search", { searchType: "H", number: "FL-NOBODY" });
    expect(await call(world, "preview.search", { searchType: "H", number: "FL-HIDDEN" })).toEqual(unknown);
    expect(await search("PO", "PO-H")).toEqual([]);
    expect((await call(world, "shipment.list", { houseNumber: "FL-HIDDEN" })).total).toBe(1);
  });
});
