import type en from "../en/bookings.ts";
import type { Translation } from "../translation.ts";

export default {
  title: {
    list: "订舱",
    add: "订舱",
    online: "TE 在线订舱",
    edit: "订舱 {{number}}",
    review: "检查订舱 {{number}}",
    detail: "订舱 {{number}}",
    templates: "我的模板",
    template: "模板",
  },
  status: {
    DRAFT: "草稿",
    SUBMITTED: "已提交",
    ACCEPTED: "已接受",
    CONFIRMED: "已确认",
    CANCELLED: "已取消",
  },
  from: { template: "已按模板 {{name}} 填写。" },
  dimensions: "尺寸",
  warning: {
    seaTermOnly: "{{incoterms}} 仅适用于海运和内河运输。此运输方式适用 FCA、CPT 或 CIP。",
    containerDigit: "集装箱 {{number}}：校验码应为 {{expected}}。",
    containerMalformed: "集装箱 {{number}} 不是 ISO 箱号。",
    tooDense: "{{field}}：每立方米 {{density}} 公斤不太可信，请核对重量和体积。",
    tooLight: "{{field}}：每立方米仅 {{density}} 公斤，请核对重量和体积。",
    volumeDiffers: "{{field}}：按尺寸计算为 {{measured}} 立方米。",
    dayPast: "{{field}}早于今天。",
    dangerous: "危险品需要单证和承运人批准，货代会与您联系。",
    cargoAircraftOnly: "{{unNumber}}：仅限货机运输，客机不承运。",
  },
} satisfies Translation<typeof en>;
