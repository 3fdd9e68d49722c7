import { buffer } from "node:stream/consumers";
import { PdfSheet } from "#app/provider/output/pdf-sheet.ts";
import { PdfText } from "#app/provider/output/pdf-text.ts";

type Written = [x: number, y: number, text: string, align?: "right"];

/** A PDF with texts at places, in points from the upper left; those to the right end 70 points after their place. */
async function pdfOf(texts: readonly Written[]): Promise<Buffer> {
  const sheet = new PdfText("Paper");
  for (const [x, y, text, align = "left"] of texts)
    sheet.write(text, x, y, { width: align === "right" ? 70 : 300, size: 8, align });
  sheet.doc.end();
  return buffer(sheet.doc);
}

/** A packing list as an exporter in Shenzhen writes it: boxes side by side, a table with its totals, marks below. */
export const packingList = (grossTotal = "1,200.50"): Promise<Buffer> =>
  pdfOf([
    [220, 40, "PACKING LIST 装箱单"],
    [40, 70, "Shipper/Exporter 发货人"],
    [320, 70, "Invoice No.: INV-2026-77"],
    [40, 82, "SHENZHEN SECRET FACTORY"],
    [320, 82, "Date: 2026-11-02"],
    [40, 94, "18 KEYUAN ROAD, NANSHAN"],
    [320, 94, "Contract No.: SC-11"],
    [40, 115, "Consignee 收货人"],
    [320, 115, "Vessel / Voyage"],
    [40, 127, "HAMBURG SECRET BUYER"],
    [320, 127, "EVER GOOD / 045W"],
    [40, 160, "P.O. No."],
    [110, 160, "Description of goods"],
    [250, 160, "CTNS", "right"],
    [310, 160, "QTY (PCS)", "right"],
    [380, 160, "N.W.", "right"],
    [450, 160, "G.W.", "right"],
    [380, 170, "(KGS)", "right"],
    [450, 170, "(KGS)", "right"],
    [40, 185, "PO-7701"],
    [110, 185, "Lamps, desk"],
    [250, 185, "6", "right"],
    [310, 185, "600", "right"],
    [380, 185, "590.00", "right"],
    [450, 185, "650.25", "right"],
    [40, 197, "PO-7702"],
    [110, 197, "Lamps, floor"],
    [250, 197, "4", "right"],
    [310, 197, "400", "right"],
    [380, 197, "500.00", "right"],
    [450, 197, "550.25", "right"],
    [40, 215, "TOTAL:"],
    [250, 215, "10", "right"],
    [310, 215, "1,000", "right"],
    [380, 215, "1,090.00", "right"],
    [450, 215, grossTotal, "right"],
    [40, 240, "SAY TOTAL TEN (10) CARTONS ONLY."],
    [40, 260, "Total measurement: 6.120 CBM"],
    [40, 290, "SHIPPING MARKS"],
    [40, 302, "HSB / HAMBURG"],
    [40, 314, "G.W.: 120.05 KGS"],
    [40, 326, "C/NO. 1-10"],
  ]);

/** An invoice in Chinese. */
export const chineseInvoice = (): Promise<Buffer> =>
  pdfOf([
    [220, 40, "商业发票"],
    [40, 70, "发货人：Shenzhen Secret Factory"],
    [40, 85, "收货人：Hamburg Secret Buyer GmbH"],
    [40, 110, "订单号"],
    [120, 110, "品名"],
    [250, 110, "数量", "right"],
    [350, 110, "金额 (USD)", "right"],
    [40, 125, "PO-7701"],
    [120, 125, "台灯"],
    [250, 125, "600", "right"],
    [350, 125, "6,000.00", "right"],
    [40, 140, "PO-7702"],
    [120, 140, "落地灯"],
    [250, 140, "400", "right"],
    [350, 140, "8,000.00", "right"],
    [40, 155, "合计"],
    [250, 155, "1,000", "right"],
    [350, 155, "14,000.00", "right"],
  ]);

const labels = { packages: "Packages", gross: "Gross weight", parties: "Parties", total: "Total" };

/** A house bill as our own kit lays it out: labels over their values, two side by side. */
export function houseBill(): Promise<Buffer> {
  const sheet = new PdfSheet<keyof typeof labels>("Bill", (key) => labels[key]);
  sheet.title("House bill of lading");
  sheet.facts([
    ["packages", "10 CTN"],
    ["gross", "1,200.500 KG"],
  ]);
  return buffer(sheet.end());
}

/** A scan: a page without letters. */
export const scan = (): Promise<Buffer> => pdfOf([]);
