import type { bookings as english } from "../en/bookings.ts";

export const bookings: Record<keyof typeof english, string> = {
  bookingNowDRAFT: "该订舱单为草稿",
  bookingNowSUBMITTED: "该订舱单已提交",
  bookingNowACCEPTED: "该订舱单已受理",
  bookingNowCONFIRMED: "该订舱单已确认",
  bookingNowCANCELLED: "{actor} 已取消该订舱单",
  bookingNeedsCustomerService: "该订舱单已受理，如需修改或取消，请联系客服",
  bookingChanged: "{actor} 已修改该订舱单，您的更改未覆盖任何内容",
  bookingChangedByYou: "您已在另一个窗口中修改该订舱单，未覆盖任何内容",
  templateChangedByYou: "您已在另一个窗口中修改该模板，未覆盖任何内容",
  templateChanged: "该模板已被修改，您的更改未覆盖任何内容",
  mailBookingAcceptedSubject: "您的订舱 {bookingNumber} 已被接受",
  mailBookingAcceptedBody:
    "{name}，您好：\n\n您的订舱 {bookingNumber}（{origin} 至 {destination}）已被接受。此后如需变更，请联系客服：\n\n{link}\n",
  declineReason: "请说明拒绝的原因",
  changeAnswered: "{actor} 已答复该变更申请",
  carrierNumberNeeded: "确认订舱需填写承运人订舱号",
  carrierTakesNone: "该承运人不接收订舱报文",
  carrierNotBySea: "仅海运订舱可以发送",
  carrierLacking: "订舱缺少报文必需的内容：{names}",
  carrierWaiting: "该订舱正在发往承运人",
  carrierHasIt: "该承运人已收到此订舱",
  carrierUnderWay: "正在发送，请稍后查看",
  carrierAnswered: "该报文已有答复或已停止",
  carrierOutdated: "订舱已有变更，请重新发送",
  saidBookingAccepted: "订舱 {bookingNumber} 已受理。",
  saidBookingDeclined: "订舱 {bookingNumber} 被拒绝。\n{text}",
  saidBookingConfirmed: "订舱 {bookingNumber} 已由承运人确认，承运人订舱号：{number}。",
  saidAskedBack: "关于订舱 {bookingNumber} 的问题：\n{text}",
  saidChangeGranted: "订舱 {bookingNumber} 的变更已完成。\n{text}",
  saidChangeRefused: "订舱 {bookingNumber} 的变更无法办理。\n{text}",
  mailBookingDeclinedSubject: "您的订舱 {bookingNumber} 被拒绝",
  mailBookingDeclinedBody:
    "{name}，您好：\n\n您的订舱 {bookingNumber}（{origin} 至 {destination}）被拒绝：{reason}\n\n您可以复制后重新订舱：\n\n{link}\n",
  mailChangeGrantedSubject: "您对订舱 {bookingNumber} 的变更已完成",
  mailChangeGrantedBody:
    "{name}，您好：\n\n您对订舱 {bookingNumber}（{origin} 至 {destination}）申请的变更已完成：{text}\n\n{link}\n",
  mailChangeRefusedSubject: "您对订舱 {bookingNumber} 的变更无法办理",
  mailChangeRefusedBody:
    "{name}，您好：\n\n您对订舱 {bookingNumber}（{origin} 至 {destination}）申请的变更无法办理：{text}\n\n{link}\n",
  mailBookingConfirmedSubject: "您的订舱 {bookingNumber} 已确认",
  mailBookingConfirmedBody:
    "{name}，您好：\n\n您的订舱 {bookingNumber}（{origin} 至 {destination}）已确认{carrierNumber}：\n\n{link}\n",
  changeRequestAMEND: "订舱 {bookingNumber} 变更申请：请修改。\n{text}",
  changeRequestCANCEL: "订舱 {bookingNumber} 变更申请：请取消。\n{text}",
};
