import { z } from "zod";
import { milestoneColumns, shipmentColumns } from "./desk-import.ts";
import { endpoint } from "./endpoint.ts";
import {
  importChannels,
  importStates,
  invoiceColumns,
  invoiceLineColumns,
  recordStates,
  SYSTEM_IMPORT,
  systemKinds,
} from "./forwarder-system-code.ts";
import { INVOICE_LINES } from "./invoice-code.ts";
import { pageOf, pageRequest, wireDateTime, wireId } from "./wire.ts";

/**
 * A value as other systems write it: text or a number; null and an empty text say nothing. It is read when the record is judged, so
 * that a wrong one refuses its record and not the others.
 */
const value = z.union([z.string(), z.number()]).nullish();

const textFields = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, value])) as Record<Name, typeof value>);

const own = {
  sourceReference: value.meta({
    description: "Its id in the sending system: sent again, it changes what it made",
    examples: ["SHP-100234"],
  }),
  updatedAt: value.meta({
    description: "When it was changed there, with an offset: an older one never replaces a newer one",
    examples: ["2026-11-20T08:30:00+08:00"],
  }),
};

const container = z.object({
  containerNumber: value.meta({ examples: ["CSQU3054383"] }),
  containerType: value.meta({ examples: ["45G1"] }),
  sealNumber: value,
});

export const shipmentRecord = textFields(shipmentColumns)
  .extend({ ...own, containers: z.union([z.string(), z.array(container)]).nullish() })
  .meta({
    examples: [
      {
        sourceReference: "SHP-100234",
        updatedAt: "2026-11-20T08:30:00+08:00",
        customer: "ACME",
        houseNumber: "HBL-100234",
        mode: "OCEAN",
        shipper: "Maker Ltd",
        consignee: "Buyer GmbH",
        portOfDeparture: "CNSHA",
        portOfArrival: "DEHAM",
        etd: "2026-12-04T10:00",
        eta: "2027-01-08",
        incoterms: "FOB",
        pieces: 200,
        packageType: "CTN",
        grossWeightKg: 8200.5,
        volumeCbm: 58.4,
        containers: [{ containerNumber: "CSQU3054383", containerType: "45G1", sealNumber: "S1" }],
      },
    ],
  });
export type ShipmentRecord = z.output<typeof shipmentRecord>;

export const milestoneRecord = textFields(milestoneColumns)
  .extend(own)
  .meta({
    examples: [
      {
        sourceReference: "EVT-88123",
        updatedAt: "2026-12-04T04:12:00Z",
        houseNumber: "HBL-100234",
        milestone: "DEPA",
        classifier: "ACT",
        place: "CNSHA",
        at: "2026-12-04T10:05",
      },
    ],
  });
export type MilestoneRecord = z.output<typeof milestoneRecord>;

export const invoiceRecord = textFields(invoiceColumns)
  .extend({ ...own, lines: z.array(textFields(invoiceLineColumns)).max(INVOICE_LINES).default([]) })
  .meta({
    examples: [
      {
        sourceReference: "INV-5501",
        customer: "ACME",
        invoiceNumber: "A-5501",
        houseNumber: "HBL-100234",
        invoiceDate: "2026-12-08",
        dueDate: "2027-01-07",
        currency: "EUR",
        lines: [{ chargeCode: "OFR", description: "Ocean freight", quantity: 1, unitPrice: "1850.00" }],
        paidAmount: "1850.00",
        paidOn: "2026-12-20",
      },
    ],
  });
export type InvoiceRecord = z.output<typeof invoiceRecord>;

/** `records` of one call, none of which hinders another. */
const sent = <Item extends z.ZodType>(item: Item) =>
  z.object({
    records: z.array(item).min(1).max(SYSTEM_IMPORT.records),
    isFirst: z
      .boolean()
      .default(false)
      .meta({ description: "Brings in what was there before: nobody is told of it" }),
  });

/** Column null: of the whole record. */
const fault = z.object({ field: z.string().nullable(), reason: z.string() });

const recordCounts = z.object(
  Object.fromEntries(recordStates.map((state) => [state, z.number().int()])) as Record<
    (typeof recordStates)[number],
    z.ZodInt
  >,
);
export type RecordCounts = z.output<typeof recordCounts>;

const answered = z.object({
  /** Import id of the report. */
  importId: wireId,
  counts: recordCounts,
  /** In the order in which they were sent. */
  records: z.array(
    z.object({
      sourceReference: z.string(),
      state: z.enum(recordStates),
      /** Id of the shipment or invoice; null where there is none, and of milestones. */
      id: wireId.nullable(),
      faults: z.array(fault),
    }),
  ),
});
export type RecordsAnswer = z.input<typeof answered>;

const call = <Item extends z.ZodType>(name: string, summary: string, item: Item) =>
  endpoint({
    name: `forwarderSystem.${name}`,
    summary,
    path: `/forwarderSystem/${name}`,
    body: "json",
    access: "staff",
    isWrite: true,
    timeoutMs: 120_000,
    request: sent(item),
    response: answered,
  });

export const systemShipments = call(
  "shipments",
  "Shipments of the forwarder's own system: each is made, changed or refused by itself",
  shipmentRecord,
);
export type SystemShipments = z.output<typeof systemShipments.request>;

export const systemMilestones = call(
  "milestones",
  "Milestones of shipments from the forwarder's own system, planned, estimated or actual",
  milestoneRecord,
);
export type SystemMilestones = z.output<typeof systemMilestones.request>;

export const systemInvoices = call(
  "invoices",
  "Invoices and credit notes of the forwarder's own system, and what is paid of them; an issued one never changes",
  invoiceRecord,
);
export type SystemInvoices = z.output<typeof systemInvoices.request>;

const importRow = z.object({
  id: wireId,
  kind: z.enum(systemKinds),
  channel: z.enum(importChannels),
  /** The name of the file, or of the key or person that called. */
  source: z.string(),
  state: z.enum(importStates),
  /** Why a file failed. */
  failure: z.string().nullable(),
  counts: recordCounts,
  startedAt: wireDateTime,
  endedAt: wireDateTime.nullable(),
});
export type SystemImport = z.output<typeof importRow>;

export const systemImportList = endpoint({
  name: "forwarderSystem.importList",
  summary: "What came from the forwarder's own system, the latest first",
  neededBy: ["/freightForwarder/imports"],
  path: "/forwarderSystem/importList",
  access: "staff",
  request: z.object({
    kind: z.enum(systemKinds).optional(),
    /** Only those that failed, or of which records were refused. */
    faulty: z.stringbool().default(false),
    ...pageRequest,
  }),
  response: pageOf(importRow),
});

const refusedRecord = z.object({
  /** Line of the file; of a call the place of the record, from 1. */
  line: z.number().int(),
  sourceReference: z.string(),
  /** House number, or number of the invoice. */
  name: z.string(),
  faults: z.array(fault),
});

export const systemImportDetail = endpoint({
  name: "forwarderSystem.importDetail",
  summary: "The report of an import with its refused records",
  neededBy: ["/freightForwarder/import"],
  path: "/forwarderSystem/importDetail",
  access: "staff",
  request: z.object({ id: wireId, ...pageRequest }),
  response: importRow.extend({ refused: pageOf(refusedRecord) }),
});

export const systemImportFile = endpoint({
  name: "forwarderSystem.importFile",
  summary: "The refused records of an import as CSV; file name in content-disposition",
  usedBy: ["/freightForwarder/import"],
  path: "/forwarderSystem/importFile",
  answer: "file",
  access: "staff",
  retries: 0,
  request: z.object({ id: wireId }),
  response: z.unknown(),
});
