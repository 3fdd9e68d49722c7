import type { DocumentType } from "#app/contract/shipment-code.ts";
import type { Language } from "#app/contract/user.ts";

type Texts = Record<Language, string>;

export const documentTitles: Record<DocumentType, Texts> = {
  HOUSE_BILL: { en: "House bill of lading", zh: "分提单" },
  HOUSE_WAYBILL: { en: "House air waybill", zh: "空运分单" },
  COMMERCIAL_INVOICE: { en: "Commercial invoice", zh: "商业发票" },
  PACKING_LIST: { en: "Packing list", zh: "装箱单" },
  ARRIVAL_NOTICE: { en: "Arrival notice", zh: "到货通知" },
  DELIVERY_ORDER: { en: "Delivery order", zh: "提货单" },
  PROOF_OF_DELIVERY: { en: "Proof of delivery", zh: "签收单" },
};

export const documentTexts = {
  number: { en: "Number", zh: "编号" },
  issuedOn: { en: "Issued on", zh: "签发日期" },
  houseNumber: { en: "H#", zh: "分单号" },
  masterNumber: { en: "M#", zh: "主单号" },
  booking: { en: "Booking no.", zh: "订舱号" },
  invoice: { en: "Commercial invoice", zh: "商业发票" },
  parties: { en: "Parties", zh: "相关方" },
  shipper: { en: "Shipper", zh: "发货人" },
  consignee: { en: "Consignee", zh: "收货人" },
  route: { en: "Route", zh: "路线" },
  placeOfReceipt: { en: "Place of receipt", zh: "收货地" },
  portOfDeparture: { en: "Port of departure", zh: "起运港" },
  portOfArrival: { en: "Port of arrival", zh: "目的港" },
  portOfFinalArrival: { en: "Final destination", zh: "最终目的地" },
  carrier: { en: "Carrier", zh: "承运人" },
  vessel: { en: "Vessel / voyage", zh: "船名 / 航次" },
  flight: { en: "Flight", zh: "航班" },
  incoterms: { en: "Incoterms", zh: "贸易术语" },
  etd: { en: "ETD", zh: "预计离港" },
  atd: { en: "ATD", zh: "实际离港" },
  eta: { en: "ETA", zh: "预计到港" },
  ata: { en: "ATA", zh: "实际到港" },
  delivery: { en: "Delivered", zh: "交付时间" },
  notConfirmed: { en: "not confirmed", zh: "未确认" },
  cargo: { en: "Cargo", zh: "货物" },
  description: { en: "Description", zh: "货物描述" },
  pieces: { en: "Pieces", zh: "件数" },
  cartons: { en: "Cartons", zh: "箱数" },
  grossWeight: { en: "Gross weight (KG)", zh: "毛重 (KG)" },
  volume: { en: "Volume (CBM)", zh: "体积 (CBM)" },
  chargeableWeight: { en: "Chargeable weight (KG)", zh: "计费重 (KG)" },
  containers: { en: "Containers", zh: "集装箱" },
  containerNumber: { en: "Container", zh: "箱号" },
  containerType: { en: "Type", zh: "箱型" },
  sealNumber: { en: "Seal", zh: "封号" },
  orderLines: { en: "Order lines", zh: "订单明细" },
  poNumber: { en: "PO#", zh: "PO 号" },
  skuNumber: { en: "SKU#", zh: "SKU 号" },
} as const satisfies Record<string, Texts>;
export type DocumentTextKey = keyof typeof documentTexts;
