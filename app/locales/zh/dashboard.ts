import type en from "../en/dashboard.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "仪表盘",
  asOf: "截至 {{time}}（{{zone}}）。",
  needs: "需要您处理",
  lists: "运单列表",
  states: "{{count}} 票未完成运单",
  state: {
    head: "状态",
    count: "运单",
    delayed: "延误",
    arrived: "已抵达，尚未交付",
    underWay: "运输中，准时",
    booked: "已订舱，准时",
  },
  arrivals: "未来 14 天到港",
  need: { delayed: "延误的运单", ownTurn: "待贵方处理的运单" },
  onTime: {
    title: "最近 {{days}} 天准点到港",
    arrived: "{{number}} 次到港",
    before: "之前 {{days}} 天为 {{share}}",
    none: "暂无数据",
    note: "准点：按到港地当地时间，不晚于首次 ETA 后一个日历日。其中 {{number}} 票没有 ETA 或到港未确认，不计入比例。",
  },
  all: "查看全部",
  list: {
    delayed: "延误",
    arriving: "本周到港",
    Latest_Active_Shipments: "最新动态",
    In_Transit_Shipments: "运输中，尚未抵达",
    Booked_Shipments: "已订舱",
    Latest_Booked_Shipments: "近 7 天订舱",
  },
  none: {
    delayed: "没有延误的运单。",
    arriving: "7 天内没有到港的运单。",
    Latest_Active_Shipments: "没有已订舱或运输中的运单。",
    In_Transit_Shipments: "没有运输中的运单。",
    Booked_Shipments: "没有待出运的运单。",
    Latest_Booked_Shipments: "近 7 天没有订舱。",
  },
  empty: {
    title: "暂无运单",
    text: "货代受理您的首个订舱后，运单会显示在这里。",
  },
} satisfies Translation<typeof en>;
