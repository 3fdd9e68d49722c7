import type { Readable } from "node:stream";
import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import type { DocumentType } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import { readClock, zoneOnClock } from "#app/lib/clock.ts";
import { formatTime, type KnownTime, offsetOf, parseWire } from "#app/lib/date-time.ts";
import { formatMoney, formatUnitPrice } from "#app/lib/money.ts";
import { reachedOf } from "#app/lib/shipment-chain.ts";
import type { FileAnswer } from "../call/route.ts";
import { PdfText, type TextStyle } from "../output/pdf-text.ts";
import { type DocumentTextKey, documentTexts, documentTitles } from "./document-text.ts";
import { amountOf, invoiceTotal, type PaperLine, weightTotal } from "./line-amounts.ts";

type Section = "parties" | "route" | "cargo" | "goods" | "containers" | "packed" | "invoiced";
/** A shipment with its order lines as papers show them. */
type PaperShipment = ShipmentDetailData & { lines: readonly PaperLine[] };

/** What each document shows beside its head. */
const SECTIONS: Record<DocumentType, readonly Section[]> = {
  HOUSE_BILL: ["parties", "route", "cargo", "containers"],
  HOUSE_WAYBILL: ["parties", "route", "cargo"],
  COMMERCIAL_INVOICE: ["parties", "invoiced", "goods"],
  PACKING_LIST: ["parties", "packed", "goods", "containers"],
  ARRIVAL_NOTICE: ["parties", "route", "cargo", "containers"],
  DELIVERY_ORDER: ["parties", "route", "cargo", "containers"],
  PROOF_OF_DELIVERY: ["parties", "route", "cargo"],
};

const PAGE_LEFT = 48;
const PAGE_WIDTH = 499;
const GAP = 6;
/** A longer text in a table's cell is cut, so that a line is never higher than a page. */
const CELL_LENGTH = 300;

/** One document of a shipment as a PDF, made from the shipment's own data; null when the shipment has no such document. */
export function makeDocument(
  shipment: PaperShipment,
  documentId: string,
  { language, clock }: { language: Language; clock?: string | undefined },
): FileAnswer | null {
  const document = shipment.documents.find(({ id }) => id === documentId);
  if (!document) return null;
  const title = documentTitles[document.documentType][language];
  const sheet = new Sheet(`${title} ${document.number}`, language);
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
  const place = (given: ShipmentDetailData["placeOfReceipt"]) => given && `${given.name} (${given.code})`;
  const { dates, portOfDeparture, portOfArrival, portOfFinalArrival } = shipment;
  /** A time as the reader's clock shows it, with the offset of that clock; a day as it is. */
  const written = (known: KnownTime | null, at: ShipmentDetailData["portOfArrival"]) => {
    const zone = zoneOnClock(clock, at.timeZone);
    if (!known || known.isDayOnly) return formatTime(known, zone);
    return `${formatTime(known, zone)} (UTC${offsetOf(known.at, zone)})`;
  };
  const time = (wire: string | undefined, at: ShipmentDetailData["portOfArrival"]) =>
    written(parseWire(wire), at);
  const reached = reachedOf({
    ...shipment,
    containerNumbers: shipment.containers.map((each) => each.containerNumber),
  });
  // A bare date under the name of an actual is one: what no event stands behind says so.
  const actual = (key: "atd" | "ata" | "delivery", at: ShipmentDetailData["portOfArrival"]) => {
    const stored = time(dates[key], at);
    return (
      written(reached[key] ?? null, at) ?? (stored && `${stored}, ${documentTexts.notConfirmed[language]}`)
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
    // The seller's papers measure as the lines do; a house bill may be rounded.
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
        ["chargeableWeight", line?.chargeableWeightKg ?? shipment.chargeableWeightKg],
      ]);
      break;
    }
    case "containers":
      sheet.table(
        "containers",
        ["containerNumber", "containerType", "sealNumber", "pieces", "grossWeight", "volume"],
        [100, 60, 100, 60, 100, 79],
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
    [84, 70, 127, 48, 46, 62, 62],
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
    [74, 60, 111, 46, 46, 72, 90],
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

/** The place that belongs to the term: of handing over, of shipment, or of destination. */
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

type Value = string | number | null | undefined;

const cellText = (value: Value) => {
  const text = String(value ?? "");
  return text.length > CELL_LENGTH ? `${text.slice(0, CELL_LENGTH)}…` : text;
};

/** A4 from top to bottom; what does not fit goes to the next page. */
class Sheet {
  readonly #text: PdfText;
  readonly #language: Language;
  #y = 48;

  constructor(title: string, language: Language) {
    this.#text = new PdfText(title);
    this.#language = language;
  }

  title(title: string): void {
    this.#text.write(title, PAGE_LEFT, this.#y, { width: PAGE_WIDTH, size: 18, isBold: true });
    this.#y += 34;
  }

  heading(key: DocumentTextKey): void {
    this.#room(44);
    this.#y += 10;
    this.#text.write(this.#word(key), PAGE_LEFT, this.#y, { width: PAGE_WIDTH, size: 11, isBold: true });
    this.#y += 17;
    this.#rule();
  }

  /** Name and value, two pairs beside each other; a value that is not known is left out. */
  facts(pairs: [DocumentTextKey, Value][]): void {
    const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
    const width = PAGE_WIDTH / 2 - GAP;
    for (let index = 0; index < known.length; index += 2) {
      const row = known.slice(index, index + 2);
      const height = Math.max(...row.map(([, value]) => this.#text.heightOf(String(value), { width }) + 11));
      this.#room(height + GAP);
      for (const [column, [key, value]] of row.entries()) {
        const x = PAGE_LEFT + column * (width + 2 * GAP);
        this.#text.write(this.#word(key), x, this.#y, { width, size: 7.5, color: "#666" });
        this.#text.write(String(value), x, this.#y + 11, { width });
      }
      this.#y += height + GAP;
    }
  }

  /** The last columns, so many as are `numbers`, end on one line; `total` is that of the last ones among them. */
  table(
    heading: DocumentTextKey,
    keys: DocumentTextKey[],
    widths: number[],
    rows: Value[][],
    { numbers = 0, total = null }: { numbers?: number; total?: Value[] | null } = {},
  ): void {
    if (rows.length === 0) return;
    this.heading(heading);
    const columns = { widths, numbers };
    this.#row(
      keys.map((key) => this.#word(key)),
      columns,
      { size: 7.5, color: "#666" },
    );
    for (const row of rows) this.#row(row.map(cellText), columns, {});
    if (!total) return;
    const empty = Array.from({ length: keys.length - total.length - 1 }, () => "");
    this.#row([this.#word("total"), ...empty, ...total.map(cellText)], columns, { isBold: true });
  }

  end(): Readable {
    const { doc } = this.#text;
    const { start, count } = doc.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      doc.switchToPage(page);
      // Below the bottom margin pdfkit would begin another page.
      doc.page.margins.bottom = 0;
      this.#text.write(`${page - start + 1} / ${count}`, PAGE_LEFT, 806, {
        width: PAGE_WIDTH,
        size: 7.5,
        color: "#666",
      });
    }
    doc.end();
    return doc as unknown as Readable;
  }

  #row(
    cells: string[],
    { widths, numbers }: { widths: number[]; numbers: number },
    style: Omit<TextStyle, "width">,
  ): void {
    const height = Math.max(
      ...cells.map((cell, index) => this.#text.heightOf(cell, { ...style, width: widths[index]! - GAP })),
    );
    this.#room(height + GAP);
    let x = PAGE_LEFT;
    for (const [index, cell] of cells.entries()) {
      const align = index < cells.length - numbers ? "left" : "right";
      this.#text.write(cell, x, this.#y, { ...style, align, width: widths[index]! - GAP });
      x += widths[index]!;
    }
    this.#y += height + GAP / 2;
    this.#rule();
  }

  #rule(): void {
    const { doc } = this.#text;
    doc
      .moveTo(PAGE_LEFT, this.#y)
      .lineTo(PAGE_LEFT + PAGE_WIDTH, this.#y)
      .lineWidth(0.5)
      .strokeColor("#ccc")
      .stroke();
    this.#y += GAP / 2;
  }

  #room(height: number): void {
    if (this.#y + height <= 780) return;
    this.#text.doc.addPage();
    this.#y = 48;
  }

  #word(key: DocumentTextKey): string {
    return documentTexts[key][this.#language];
  }
}
