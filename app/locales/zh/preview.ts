import type en from "../en/preview.ts";
import type { Translation } from "../translation.ts";

export default {
  home: {
    title: "跟踪您的货物",
    heading: "您的货物在哪里？",
    text: "按分单号或采购订单号查询运单。状态和运输节点对所有人开放，其余内容登录后可见。",
    wanted: "请登录后查看您要访问的页面。",
    toPortal: "进入门户",
    portal: {
      title: "客户门户",
      text: "使用您在 {{product}} 的账户，您可以",
      track: "逐个节点跟踪空运、海运和卡车运输，从提空箱到送货上门",
      compare: "对照查看计划、预计和实际日期，以及延误原因",
      papers: "下载提单、发票和派送单证",
      list: "筛选、关注并导出贵公司的全部运单",
    },
    example: "查询结果示例",
    forgot: "忘记密码？",
  },
  search: {
    title: "查询运单",
    type: "查询类型",
    types: { H: "H#", PO: "PO#" },
    typeHints: { H: "分提单号或空运分单号", PO: "采购订单号" },
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
