import type { calendars as english } from "../en/calendars.ts";

export const calendars: Record<keyof typeof english, string> = {
  calendarName: "货件",
  calendarEta: "预计到港 {number}，{place}（预计）",
  calendarArrived: "已到港 {number}，{place}",
  calendarLastFreeDay: "免费期最后一天 {number}，{place}",
  calendarOver: "此日历地址已失效",
};
