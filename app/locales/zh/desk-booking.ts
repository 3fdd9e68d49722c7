import type en from "../en/desk-booking.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "{{number}} · 货代处理订舱",
  customer: "客户",
  answer: {
    title: "答复订舱",
    accept: "受理订舱",
    acceptText: "系统会以邮件和会话消息通知客户。此后的变更须经货代办理。",
    confirm: "以此号码确认",
    carrierBookingNumber: "承运人订舱号",
    carrierBookingHint: "空运请填运单号。客户可以看到该号码。",
    askBack: "向客户提问",
    question: "给客户的问题",
    questionHint: "问题会发到该订舱的会话中，订舱仍为已提交状态。",
    decline: "拒绝订舱",
    reason: "拒绝原因（客户可见）",
    reasonHint: "订舱将以此原因取消，其报价可重新订舱。",
  },
  change: {
    title: "变更申请",
    text: "给客户的答复",
    grant: "已按申请办理",
    refuse: "无法办理",
    answeredBy: "{{name}} 已于 {{time}} 答复",
  },
  shipment: {
    make: "创建货运",
    open: "货运 {{number}}",
  },
  dcsa: {
    title: "给承运人的订舱报文",
    text: "该订舱的 DCSA 订舱标准 2.0 报文，可复制。订舱中没有的字段已省略。",
    copy: "DCSA 订舱报文",
    agent: "货代",
    lacking: "发送前还需补充：{{names}}。",
  },
  meanwhile: "{{actor}} 已先行处理：{{action}}，{{time}}。您输入的内容未发送，已保留在下方。",
  flash: {
    accepted: "订舱已受理，并已通知客户",
    declined: "订舱已拒绝，并已通知客户",
    confirmed: "订舱已确认，并已通知客户",
    askedBack: "问题已发到该订舱的会话中",
    changeAnswered: "答复已发给客户",
  },
} satisfies Translation<typeof en>;
