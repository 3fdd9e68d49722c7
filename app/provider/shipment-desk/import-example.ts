import type { z } from "zod";
import { type deskImportExample, type ImportKind, importColumns } from "#app/contract/desk-import.ts";
import type { Language } from "#app/contract/user.ts";
import type { CallerContext } from "../call/context.ts";
import type { FileAnswer } from "../call/route.ts";
import { tableFile } from "../output/table-file.ts";
import { headOf } from "./import-words.ts";

type Cells = Partial<Record<(typeof importColumns)[ImportKind][number], string>>;

const rows: Record<ImportKind, Record<Language, readonly Cells[]>> = {
  SHIPMENT: {
    en: [
      {
        customer: "Customer's name or code",
        houseNumber: "FL-EXAMPLE-1",
        mode: "Ocean",
        shipper: "Shipper's name",
        consignee: "Consignee's name",
        masterNumber: "MAEU123456789",
        carrierCode: "MAEU",
        vesselImo: "9074729",
        vesselName: "Example",
        voyage: "048W",
        portOfDeparture: "CNYTN",
        portOfArrival: "DEHAM",
        etd: "2026-12-04 10:00",
        eta: "2027-01-08 06:30",
        serviceType: "PTP",
        serviceLevel: "Standard",
        loadType: "FCL",
        incoterms: "FOB",
        paymentType: "Prepaid",
        pieces: "200",
        packageType: "CTN",
        grossWeightKg: "8200",
        volumeCbm: "58.4",
        containers: "CSQU3054383/45G1/SEAL1; MSKU0383250/22G1",
        goods: "Furniture",
      },
      {
        customer: "Customer's name or code",
        houseNumber: "FL-EXAMPLE-2",
        mode: "Air",
        shipper: "Shipper's name",
        consignee: "Consignee's name",
        masterNumber: "020-12345675",
        portOfDeparture: "PVG",
        portOfArrival: "FRA",
        etd: "2026-12-04",
        incoterms: "FCA",
        pieces: "12",
        packageType: "PLT",
        grossWeightKg: "640.5",
        volumeCbm: "3.2",
      },
    ],
    zh: [
      {
        customer: "客户名称或代码",
        houseNumber: "FL-EXAMPLE-1",
        mode: "海运",
        shipper: "发货人名称",
        consignee: "收货人名称",
        masterNumber: "MAEU123456789",
        carrierCode: "MAEU",
        vesselImo: "9074729",
        vesselName: "Example",
        voyage: "048W",
        portOfDeparture: "CNYTN",
        portOfArrival: "DEHAM",
        etd: "2026-12-04 10:00",
        eta: "2027-01-08 06:30",
        serviceType: "港到港",
        serviceLevel: "标准",
        loadType: "整箱",
        incoterms: "FOB",
        paymentType: "预付",
        pieces: "200",
        packageType: "纸箱",
        grossWeightKg: "8200",
        volumeCbm: "58.4",
        containers: "CSQU3054383/45G1/SEAL1；MSKU0383250/22G1",
        goods: "家具",
      },
    ],
  },
  MILESTONE: {
    en: [
      {
        houseNumber: "FL-EXAMPLE-1",
        milestone: "Gate in, full",
        classifier: "Actual",
        place: "CNYTN",
        at: "2026-12-02 16:20",
        containerNumber: "CSQU3054383",
      },
      {
        houseNumber: "FL-EXAMPLE-1",
        milestone: "DEPA",
        classifier: "Estimated",
        place: "CNYTN",
        at: "2026-12-04 10:00",
        remark: "The customer sees this",
      },
    ],
    zh: [
      {
        houseNumber: "FL-EXAMPLE-1",
        milestone: "重箱进港",
        classifier: "实际",
        place: "CNYTN",
        at: "2026-12-02 16:20",
        containerNumber: "CSQU3054383",
      },
      {
        houseNumber: "FL-EXAMPLE-1",
        milestone: "DEPA",
        classifier: "预计",
        place: "CNYTN",
        at: "2026-12-04 10:00",
        remark: "客户可见",
      },
    ],
  },
};
const titles: Record<ImportKind, Record<Language, string>> = {
  SHIPMENT: { en: "Shipments", zh: "运单" },
  MILESTONE: { en: "Milestones", zh: "节点" },
};

/** A file that shows what an import takes. */
export async function importExample(
  { kind, format }: z.output<typeof deskImportExample.request>,
  { language }: CallerContext,
): Promise<FileAnswer> {
  const columns = importColumns[kind];
  return tableFile(format, {
    fileName: titles[kind][language],
    sheetName: titles[kind][language],
    columns: columns.map((name) => ({ heading: headOf(name, language), width: 18 })),
    batches: once(rows[kind][language].map((cells) => columns.map((name) => cells[name] ?? ""))),
  });
}

async function* once(table: string[][]) {
  yield table;
}
