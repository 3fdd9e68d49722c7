import type { z } from "zod";
import type { DeliveryRow, deliveryExport } from "#app/contract/delivery.ts";
import type { Language } from "#app/contract/user.ts";
import { PLACE_CLOCK, readClock, zoneOnClock } from "#app/lib/clock.ts";
import { WIRE_ZONE, wallClockMs, wireToInstant } from "#app/lib/date-time.ts";
import { type FileColumn, listFile } from "../output/list-file.ts";
import { deliveries } from "./read.ts";

const statuses: Record<DeliveryRow["status"], Record<Language, string>> = {
  planned: { en: "Planned", zh: "已计划" },
  assigned: { en: "Driver assigned", zh: "已派司机" },
  onTheWay: { en: "On the way", zh: "途中" },
  arrived: { en: "Arrived", zh: "已到达" },
  unloading: { en: "Unloading", zh: "卸货中" },
  delivered: { en: "Delivered", zh: "已送达" },
  failed: { en: "Failed", zh: "派送失败" },
};
type Clocked = Pick<z.output<typeof deliveryExport.request>, "format" | "clock">;

const thereText = { en: "available", zh: "已有" };

/** On the clock of the place each time is on another one: then its zone stands beside it. */
function columnsOn(clock: string): FileColumn<DeliveryRow>[] {
  const isLocal = clock === PLACE_CLOCK;
  const moment = (
    heading: FileColumn<DeliveryRow>["heading"],
    read: (row: DeliveryRow) => string | null,
  ): FileColumn<DeliveryRow> => ({
    heading,
    width: 24,
    kind: isLocal ? "localMoment" : "moment",
    cell: (row) => {
      const value = read(row);
      if (!isLocal || value === null || value.length <= "YYYY-MM-DD".length) return value;
      return wallClockMs(wireToInstant(value), zoneOnClock(clock, row.timeZone ?? WIRE_ZONE));
    },
  });
  const zone: FileColumn<DeliveryRow> = {
    heading: { en: "Time zone", zh: "时区" },
    width: 22,
    cell: (row) => row.timeZone ?? WIRE_ZONE,
  };
  return [
    { heading: { en: "Delivery", zh: "派送" }, width: 20, cell: (row) => row.number },
    { heading: { en: "H#", zh: "分单号" }, width: 18, cell: (row) => row.houseNumber },
    { heading: { en: "Container", zh: "集装箱" }, width: 18, cell: (row) => row.containerNumber },
    {
      heading: { en: "Status", zh: "状态" },
      width: 18,
      cell: (row, language) => statuses[row.status][language],
    },
    moment({ en: "Appointment from", zh: "预约开始" }, (row) => row.windowFrom),
    moment({ en: "Appointment to", zh: "预约结束" }, (row) => row.windowTo),
    { heading: { en: "Place", zh: "地点" }, width: 30, cell: (row) => row.placeName },
    moment({ en: "Out gate", zh: "出场" }, (row) => row.gateOut),
    {
      heading: { en: "POD", zh: "签收单" },
      width: 10,
      cell: (row, language) => (row.hasProof ? thereText[language] : null),
    },
    moment({ en: "Empty return", zh: "还空箱" }, (row) => row.emptyReturned),
    ...(isLocal ? [zone] : []),
  ];
}

export const exportDeliveries = listFile(deliveries, {
  name: "deliveries",
  sheet: { en: "Last mile", zh: "末端派送" },
  columns: ({ clock }: Clocked) => columnsOn(readClock(clock)),
  zone: ({ clock }: Clocked) => readClock(clock),
});
