import type en from "../en/desk.ts";
import type { Translation } from "../translation.ts";

export default {
  sections: "货代工作台",
  section: {
    inbox: "待办",
    events: "未归属的节点",
  },
} satisfies Translation<typeof en>;
