import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import type { DocumentType } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import { isWeighedInTons, revenueTonsOf } from "#app/lib/chargeable-weight.ts";
import { readClock, zoneOnClock } from "#app/lib/clock.ts";
import { formatTime, type KnownTime, offsetOf, parseWire } from "#app/lib/date-time.ts";
import { formatMoney, formatUnitPrice } from "#app/lib/money.ts";
import { containerNumbersOf, reachedOf } from "#app/lib/shipment-chain.ts";
import type { FileAnswer } from "../call/route.ts";
import { PdfSheet } from "../output/pdf-sheet.ts";
import { type DocumentTextKey, documentTexts, documentTitles } from "./document-text.ts";
import { amountOf, invoiceTotal, type PaperLine, weightTotal } from "./line-amounts.ts";

type Section = "parties" | "route" | "cargo" | "goods" | "containers" | "packed" | "invoiced";
/** A shipment with its order lines as documents show them. */
type PaperShipment = ShipmentDetailData & { lines: readonly PaperLine[] };

type Sheet = PdfSheet<DocumentTextKey>;

/** Sections of each document. */
const SECTIONS: Record<DocumentType, readonly Section[]> = {
  HOUSE_BILL: ["parties", "route", "cargo", "containers"],
  HOUSE_WAYBILL: ["parties", "route", "cargo"],
  COMMERCIAL_INVOICE: ["parties", "invoiced", "goods"],
  PACKING_LIST: ["parties", "packed", "goods", "containers"],
  ARRIVAL_NOTICE: ["parties", "route", "cargo", "containers"],
  DELIVERY_ORDER: ["parties", "route", "cargo", "containers"],
  PROOF_OF_DELIVERY: ["parties", "route", "cargo"],
};

/** The types whose documents have one of the sections. */
export const typesSaying = (...wanted: readonly Section[]): DocumentType[] =>
  (Object.keys(SECTIONS) as DocumentType[]).filter((type) =>
    SECTIONS[type].some((section) => wanted.includes(section)),
  );

/**
 * Makes a document of a shipment as PDF from the shipment's data; null when the shipment has no such
 * document.
 */
export function makeDocument(
  shipment: PaperShipment,
  documentId: string,
  { language, clock }: { language: Language; clock?: string | undefined },
): FileAnswer | null {
  const document = shipment.documents.find(({ id }) => id === documentId);
  if (!document) return null;
  const title = documentTitles[document.documentType][language];
  const sheet: Sheet = new PdfSheet(`${title} ${document.number}`, (key) => documentTexts[key][language]);
  sheet.title(title);
  sheet.facts([
    ["number", document.number],
    ["issuedOn", document.issuedOn],
    ["houseNumber", shipment.houseNumber],
    ["masterNumber", shipment.masterNumber],
    ["booking", shipment.booking?.bookingNumber],
    ["invoice", shipment.commercialInvoiceNumber],
  ]);
  for (const section of SECTIONS[document.documentType])
    writeSection(sheet, section, shipment, { clock: readClock(clock), language });
  return {
    fileName: document.fileName,
    contentType: "application/pdf",
    body: sheet.end(),
  };
}

function writeSection(
  sheet: Sheet,
  section: Section,
  shipment: PaperShipment,
  { clock, language }: { clock: string; language: Language },
): void {
  const place = (placeText: ShipmentDetailData["placeOfReceipt"]) =>
    placeText && `${placeText.name} (${placeText.code})`;
  const { dates, portOfDeparture, portOfArrival, portOfFinalArrival } = shipment;
  /** A time in the reader's time zone with its offset; a day without a time is unchanged. */
  const formatKnown = (known: KnownTime | null, at: ShipmentDetailData["portOfArrival"]) => {
    const zone = zoneOnClock(clock, at.timeZone);
    if (!known || known.isDayOnly) return formatTime(known, zone);
    return `${formatTime(known, zone)} (UTC${offsetOf(known.at, zone)})`;
  };
  const time = (wire: string | undefined, at: ShipmentDetailData["portOfArrival"]) =>
    formatKnown(parseWire(wire), at);
  const reached = reachedOf({ ...shipment, containerNumbers: containerNumbersOf(shipment) });
  // An actual date without an event is marked as not confirmed.
  const actual = (key: "atd" | "ata" | "delivery", at: ShipmentDetailData["portOfArrival"]) => {
    const stored = time(dates[key], at);
    return (
      formatKnown(reached[key] ?? null, at) ??
      (stored && `${stored}, ${documentTexts.notConfirmed[language]}`)
    );
  };
  switch (section) {
    case "parties":
      sheet.heading("parties");
      sheet.facts([
        ["shipper", shipment.shipperName],
        ["consignee", shipment.consigneeName],
      ]);
      break;
    case "route":
      sheet.heading("route");
      sheet.facts([
        ["placeOfReceipt", place(shipment.placeOfReceipt)],
        ["portOfDeparture", place(shipment.portOfDeparture)],
        ["portOfArrival", place(shipment.portOfArrival)],
        ["portOfFinalArrival", place(shipment.portOfFinalArrival)],
        ["carrier", shipment.carrierName],
        ["vessel", [shipment.vessel, shipment.voyage].filter(Boolean).join(" / ")],
        ["flight", shipment.flightNumber],
        ["incoterms", shipment.incoterms],
        ["etd", time(dates.etd, portOfDeparture)],
        ["atd", actual("atd", portOfDeparture)],
        ["eta", time(dates.eta, portOfArrival)],
        ["ata", actual("ata", portOfArrival)],
        ["delivery", actual("delivery", portOfFinalArrival ?? portOfArrival)],
      ]);
      break;
    // The seller's documents sum the lines; a house bill may be rounded.
    case "goods":
    case "cargo": {
      const billed = shipment.cargo.find(({ dataType }) => dataType === "H") ?? shipment.cargo[0];
      const line = section === "cargo" ? billed : null;
      sheet.heading("cargo");
      sheet.facts([
        ["description", billed?.description],
        ["pieces", `${line?.pieces ?? shipment.pieces} ${line?.packageType ?? shipment.packageType}`],
        ["grossWeight", line?.grossWeightKg ?? shipment.grossWeightKg],
        ["volume", line?.volumeCbm ?? shipment.volumeCbm],
        isWeighedInTons(shipment)
          ? [
              "revenueTons",
              revenueTonsOf(
                line?.grossWeightKg ?? shipment.grossWeightKg,
                line?.volumeCbm ?? shipment.volumeCbm,
              ),
            ]
          : ["chargeableWeight", line?.chargeableWeightKg ?? shipment.chargeableWeightKg],
      ]);
      break;
    }
    case "containers":
      sheet.table(
        "containers",
        ["containerNumber", "containerType", "sealNumber", "pieces", "grossWeight", "volume"],
        shipment.containers.map((container) => [
          container.containerNumber,
          container.containerType,
          container.sealNumber,
          container.pieces,
          container.grossWeightKg,
          container.volumeCbm,
        ]),
      );
      break;
    case "packed":
      writePacked(sheet, shipment);
      break;
    case "invoiced":
      writeInvoiced(sheet, shipment, language);
      break;
  }
}

function writePacked(sheet: Sheet, { lines }: PaperShipment): void {
  const [net, gross] = [weightTotal(lines, "netWeightKg"), weightTotal(lines, "grossWeightKg")];
  const sum = (key: "pieces" | "cartons") => lines.reduce((total, line) => total + line[key], 0);
  sheet.table(
    "orderLines",
    ["poNumber", "skuNumber", "description", "pieces", "cartons", "netWeight", "grossWeight"],
    lines.map((line) => [
      line.poNumber,
      line.skuNumber,
      line.description,
      line.pieces,
      line.cartons,
      line.netWeightKg,
      line.grossWeightKg,
    ]),
    { numbers: 4, total: net && gross ? [sum("pieces"), sum("cartons"), net, gross] : null },
  );
}

function writeInvoiced(sheet: Sheet, shipment: PaperShipment, language: Language): void {
  const { lines } = shipment;
  const total = invoiceTotal(lines);
  sheet.table(
    "orderLines",
    ["poNumber", "skuNumber", "description", "hsCode", "pieces", "unitPrice", "amount"],
    lines.map((line) => {
      const amount = amountOf(line);
      return [
        line.poNumber,
        line.skuNumber,
        line.description,
        line.hsCode,
        line.pieces,
        line.price && formatUnitPrice(line.price.unit, line.price.currency, language),
        amount && formatMoney(amount.amount, amount.currency, language),
      ];
    }),
    { numbers: 3, total: total && [formatMoney(total.amount, total.currency, language)] },
  );
  sheet.facts([["incoterms", [shipment.incoterms, namedPlace(shipment)].join(" ")]]);
}

/** The place named with the incoterm: of handover, of shipment, or of destination. */
function namedPlace(shipment: PaperShipment): string {
  const { placeOfReceipt, portOfDeparture, portOfArrival, portOfFinalArrival } = shipment;
  const place = {
    EXW: placeOfReceipt ?? portOfDeparture,
    FCA: placeOfReceipt ?? portOfDeparture,
    FAS: portOfDeparture,
    FOB: portOfDeparture,
    CFR: portOfArrival,
    CIF: portOfArrival,
  }[shipment.incoterms];
  const { name, code } = place ?? portOfFinalArrival ?? portOfArrival;
  return `${name} (${code})`;
}
