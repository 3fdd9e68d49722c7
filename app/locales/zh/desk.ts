import type en from "../en/desk.ts";
import type { Translation } from "../translation.ts";

export default {
  sections: "货代工作台",
  section: {
    inbox: "待办",
    accounts: "账户",
    customers: "客户",
    invoices: "账单",
    shipments: "运单",
    events: "未归属的节点",
    rates: "运价",
  },
} satisfies Translation<typeof en>;
