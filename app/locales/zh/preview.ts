import type en from "../en/preview.ts";
import type { Translation } from "../translation.ts";

export default {
  home: {
    title: "跟踪您的货物",
    heading: "您的货物在哪里？",
    text: "按分单号或 PO 查询运单的状态和运输节点。",
    wanted: "请登录后查看您要访问的页面。",
    toPortal: "进入门户",
    forgot: "忘记密码？",
  },
  search: {
    title: "查询运单",
    type: "查询类型",
    types: { ANY: "任意号码", H: "分单号（H#）", PO: "采购订单号（PO#）" },
    number: "号码",
    submit: "查询",
    typeRequired: "请选择查询类型！",
  },
  heading: {
    preview: "运单预览",
    tracking: "货物跟踪",
    appleTracking: "Apple 跟踪",
    ytdTracking: "YTD 跟踪",
  },
  result: {
    found: "{{number}} 的查询结果",
    none: "没有可显示的 {{number}}",
    noneText:
      "该号码没有对应的运单，或该运单未对外公开。请核对号码和查询类型。如果是贵公司的运单，请登录后查看。",
    limited: "查询过于频繁",
    limitedText: "未查询 {{number}}。{{message}}",
    departure: "离港",
    arrival: "到港",
    milestones: "运输节点",
    updated: "更新于 {{time}}",
    more: "登录后可查看相关方、货物和单证。",
  },
} satisfies Translation<typeof en>;
