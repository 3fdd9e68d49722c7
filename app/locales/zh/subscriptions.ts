import type en from "../en/subscriptions.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "订阅管理",
  lead: "您关注的运单：通知规则可以只针对这些运单。",
  follow: "关注运单",
  by: "按",
  key: {
    houseNumber: "H#（分单号）",
    poNumber: "PO 号",
    containerNumber: "集装箱号",
    lane: "航线：从一地到另一地的未完成运单",
  },
  value: "编号，或起运地",
  destination: "目的地（按航线时填写）",
  submit: "关注",
  list: "已关注",
  unfollow: "取消关注",
  unfollowNamed: "取消关注 {{number}}",
  noneTitle: "您没有关注的运单",
  noneText: "可在此处关注，或在运单列表中点击星标。",
  mail: "按节点发送邮件",
  mailText: "关注的运单离港、到港、放行或送达时写信告诉您的规则。",
  fault: {
    empty: "不能为空",
    none: "没有符合的运单",
    places: "按航线关注时请填写起运地和目的地，如上海和汉堡",
  },
  flash: {
    followed: "已关注：{{number}}",
    known: "这些运单您都已关注",
  },
} satisfies Translation<typeof en>;
