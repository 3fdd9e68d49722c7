import type { JobMode, ServiceType, ShipmentStatus } from "#app/contract/shipment-code.ts";
import type { ShipmentColumn } from "#app/contract/shipment-export.ts";
import type { Language } from "#app/contract/user.ts";
import { PLACE_CLOCK } from "#app/lib/clock.ts";
import { WIRE_ZONE } from "#app/lib/date-time.ts";

type Texts = Record<Language, string>;

/** Column headings of the spreadsheet; columns of times add their time zone. */
export const columnTexts: Record<ShipmentColumn, Texts> = {
  houseNumber: { en: "H#", zh: "分单号" },
  masterNumber: { en: "M#", zh: "主单号" },
  status: { en: "Status", zh: "状态" },
  mode: { en: "Mode", zh: "运输方式" },
  serviceType: { en: "Service", zh: "服务类型" },
  portOfDeparture: { en: "Port of departure", zh: "起运港" },
  portOfArrival: { en: "To", zh: "目的地" },
  transport: { en: "Carrier, vessel or flight", zh: "承运人、船名或航班" },
  booking: { en: "Booked", zh: "订舱时间" },
  etd: { en: "ETD", zh: "预计离港" },
  atd: { en: "ATD", zh: "实际离港" },
  eta: { en: "ETA", zh: "预计到港" },
  ata: { en: "ATA", zh: "实际到港" },
  delivery: { en: "Delivered", zh: "交付时间" },
  shipperName: { en: "Shipper", zh: "发货人" },
  consigneeName: { en: "Consignee", zh: "收货人" },
  containers: { en: "Containers", zh: "集装箱" },
  poNumbers: { en: "PO#", zh: "PO 号" },
  skuNumbers: { en: "SKU#", zh: "SKU 号" },
  pieces: { en: "Pieces", zh: "件数" },
  grossWeight: { en: "Gross weight (KG)", zh: "毛重 (KG)" },
  volume: { en: "Volume (CBM)", zh: "体积 (CBM)" },
};

/** Name of a time zone setting in a file. */
export function clockText(clock: string, language: Language): string {
  if (clock === PLACE_CLOCK) return language === "zh" ? "当地时间" : "local time";
  return clock === WIRE_ZONE ? "UTC+8" : clock;
}

export const sheetText: Texts = { en: "Shipments", zh: "运单" };

export const statusTexts: Record<ShipmentStatus, Texts> = {
  BOOKED: { en: "Booked", zh: "已订舱" },
  TRANSIT: { en: "In transit", zh: "运输中" },
  COMPLETED: { en: "Delivered", zh: "已交付" },
};

/** Shown instead of the status (product 4.1). */
export const delayedText: Record<Language, (days: number | null) => string> = {
  en: (days) => (days === null ? "Delayed" : `${days} d late`),
  zh: (days) => (days === null ? "延误" : `晚 ${days} 天`),
};
export const arrivedText: Record<Language, (day: string) => string> = {
  en: (day) => `Arrived ${day}`,
  zh: (day) => `已抵达 ${day}`,
};
/** Marks an actual date without an event. */
export const notConfirmedText: Texts = { en: "not confirmed", zh: "未确认" };

export const modeTexts: Record<JobMode, Texts> = {
  AIR: { en: "Air", zh: "空运" },
  OCEAN: { en: "Ocean", zh: "海运" },
  TRUCK: { en: "Truck", zh: "陆运" },
};

export const serviceTexts: Record<ServiceType, Texts> = {
  DTD: { en: "Door to door", zh: "门到门" },
  DTA: { en: "Door to airport", zh: "门到机场" },
  DTP: { en: "Door to port", zh: "门到港" },
  ATA: { en: "Airport to airport", zh: "机场到机场" },
  PTP: { en: "Port to port", zh: "港到港" },
  ATD: { en: "Airport to door", zh: "机场到门" },
  PTD: { en: "Port to door", zh: "港到门" },
};
