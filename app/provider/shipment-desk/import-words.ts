import type { ImportKind, MilestoneColumn, ShipmentColumn } from "#app/contract/desk-import.ts";
import { PACKAGE_MAX } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";
import {
  loadTypeOf,
  packageTypeOf,
  paymentTypeOf,
  serviceLevelOf,
  serviceTypeOf,
  wordReader,
} from "#app/lib/trade-words.ts";

type Column = ShipmentColumn | MilestoneColumn;

/** Words of files, in either language, without spaces and signs. */
const key = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Headings of columns: the first two are written into examples, in English and Chinese; others are read as well. */
const heads: Record<Column, readonly [en: string, zh: string, ...more: string[]]> = {
  customer: ["Customer", "客户", "Customer code", "客户代码", "客户名称"],
  houseNumber: ["House number", "分单号", "H#", "House bill", "HBL", "HAWB", "货运号"],
  mode: ["Mode", "运输方式"],
  shipper: ["Shipper", "发货人"],
  consignee: ["Consignee", "收货人"],
  masterNumber: ["Master number", "主单号", "M#", "MBL", "MAWB"],
  carrierBookingNumber: ["Carrier's booking number", "承运人订舱号", "Carrier booking number", "订舱号"],
  carrierCode: ["Carrier", "承运人", "Carrier code", "SCAC", "承运人代码"],
  vesselImo: ["IMO", "船舶识别号", "IMO number", "Vessel IMO", "IMO 编号"],
  vesselName: ["Vessel", "船名"],
  voyage: ["Voyage", "航次"],
  flightNumber: ["Flight number", "航班号", "Flight"],
  placeOfReceipt: ["Place of receipt", "收货地"],
  portOfDeparture: ["Port of departure", "起运港", "POL", "Origin", "起运地"],
  portOfArrival: ["Port of arrival", "目的港", "POD", "Destination"],
  portOfFinalArrival: ["Final place", "最终目的地", "Final destination", "目的地"],
  etd: ["ETD", "预计离港", "预计离港时间"],
  eta: ["ETA", "预计到港", "预计到港时间"],
  serviceType: ["Service type", "服务类型", "Service"],
  serviceLevel: ["Service level", "服务级别"],
  loadType: ["Load type", "装载方式", "装载类型"],
  incoterms: ["Incoterms", "贸易术语", "Incoterm"],
  paymentType: ["Payment type", "付款方式", "Payment", "Freight terms"],
  pieces: ["Pieces", "件数"],
  packageType: ["Package", "包装", "Package type", "包装类型"],
  grossWeightKg: ["Gross weight, kg", "毛重（千克）", "Gross weight", "Weight", "毛重"],
  volumeCbm: ["Volume, CBM", "体积（立方米）", "Volume", "CBM", "体积"],
  containers: ["Containers", "集装箱", "箱号"],
  goods: ["Goods", "货物描述", "Goods description", "Description", "品名"],
  milestone: ["Milestone", "节点", "Milestone code", "Event", "事件", "里程碑"],
  classifier: ["Kind", "性质", "Classifier", "类别"],
  place: ["Place", "地点", "Location"],
  at: ["Time", "时间", "Date", "日期", "Date and time"],
  containerNumber: ["Container", "箱号", "Container number", "集装箱号"],
  remark: ["Remark", "备注", "Remarks"],
};

/** The column of a heading; "箱号" is the list of containers in one kind of file and one container in the other. */
export function columnOfHead(head: string, columns: readonly Column[]): Column | undefined {
  const word = key(head);
  return word === ""
    ? undefined
    : columns.find((name) => [name, ...heads[name]].some((each) => key(each) === word));
}

export const headOf = (column: Column, language: Language): string =>
  heads[column][language === "zh" ? 1 : 0];

/** Columns without which no row can be read. */
export const neededColumns: Record<ImportKind, readonly Column[]> = {
  SHIPMENT: ["customer", "houseNumber"],
  MILESTONE: ["houseNumber", "milestone", "classifier", "at"],
};

/** Fields of a shipment that hold a code, by what files say. */
export const codeReaders = {
  serviceType: serviceTypeOf,
  serviceLevel: serviceLevelOf,
  loadType: loadTypeOf,
  paymentType: paymentTypeOf,
  // What no list has is kept as it stands: it says more than "packages".
  packageType: (cell: string) => packageTypeOf(cell) ?? (cell.length <= PACKAGE_MAX ? cell : undefined),
};
export type CodeField = keyof typeof codeReaders;

export const classifierOf = wordReader({
  PLN: ["Planned", "计划"],
  EST: ["Estimated", "Expected", "预计"],
  ACT: ["Actual", "实际"],
});

/** Milestones by name, besides their codes; those that have the names of others in another mode come after them. */
const milestoneWords: readonly (readonly [code: string, ...words: string[]])[] = [
  ["GTOT_EMPTY", "Empty container picked up", "空箱提取"],
  ["STUF", "Container stuffed", "装箱"],
  ["GTIN_LADEN", "Gate in, full", "重箱进港"],
  ["PICK_LADEN", "Cargo picked up", "提货"],
  ["LOAD", "Loaded on board", "装船"],
  ["DEPA", "Vessel departure", "Truck departure", "Departure", "船舶离港", "卡车出发", "离港"],
  ["ARRI", "Vessel arrival", "Truck arrival", "Arrival", "船舶到港", "卡车到达", "到港"],
  ["DISC", "Discharged", "卸船"],
  ["CUSR", "Customs release", "海关放行"],
  ["AVPU", "Available for pick-up", "可提货"],
  ["GTOT_LADEN", "Gate out, full", "重箱出港"],
  ["DROP_LADEN", "Delivered to the door", "送货上门"],
  ["GTIN_EMPTY", "Empty container returned", "空箱归还"],
  ["BKD", "Booking confirmed by the airline", "航司确认订舱"],
  ["FOH", "Freight on hand at the airport", "机场收到货物"],
  ["RCS", "Freight handed over and accepted", "货物交接完成"],
  ["MAN", "Manifested on the flight", "列入舱单"],
  ["DEP", "Flight departure", "Departure", "航班起飞", "离港"],
  ["ARR", "Flight arrival", "Arrival", "航班到达", "到港"],
  ["RCF", "Freight received from the flight", "收到航班货物"],
  ["NFD", "Consignee notified of arrival", "已通知收货人"],
  ["CCD", "Customs cleared", "清关完成"],
  ["AWD", "Documents handed to the broker", "文件交给报关行"],
  ["DLV", "Handed to the consignee", "交付收货人"],
  ["BOOK", "Booked", "已订舱"],
  ["COLL", "Cargo collected", "已揽货"],
  ["DOCR", "Shipper's documents received", "收到发货人文件"],
  ["DPWH", "Left the warehouse", "离开仓库"],
  ["CRGR", "Cargo received", "收到货物"],
  ["AMSC", "Advance manifest confirmed (AMS)", "AMS 确认"],
  ["DOCB", "Documents handed to the broker", "文件交给报关行"],
  ["BRTH", "Vessel berthed", "船舶靠泊"],
  ["CUSC", "Customs clearance", "清关"],
  ["FRAI", "Left the port by rail", "铁路离港"],
  ["FRMP", "Reached the rail ramp", "到达铁路场站"],
  ["PODU", "Proof of delivery uploaded", "签收单已上传"],
];

/** The milestone of a cell, among those that the mode has. */
export function milestoneOf(cell: string, codes: readonly string[]): string | undefined {
  const word = key(cell);
  return (
    codes.find((code) => key(code) === word) ??
    milestoneWords.find(
      ([code, ...words]) => codes.includes(code) && words.some((each) => key(each) === word),
    )?.[0]
  );
}
