import type { quotes as english } from "../en/quotes.ts";

export const quotes: Record<keyof typeof english, string> = {
  quoteNowNEW: "该询价尚未报价",
  quoteNowAWAITING_AUTHORIZATION: "该报价正在等待贵公司授权",
  quoteNowREADY_TO_BOOK: "该询价已报价，可以订舱",
  quoteNowACCEPTED: "{actor} 已接受该报价",
  quoteNowREJECTED: "{actor} 已拒绝该报价",
  quoteNowEXPIRED: "该报价已过期：有效期至 {validUntil}（UTC+8）",
  quoteBooked: "该报价已订舱：{bookingNumber}",
  quoteOptionExpired: "该方案已过期：有效期至 {validUntil}（UTC+8）",
  quoteOptionGone: "该方案已失效：该询价已重新报价",
  quoteOtherOption: "该报价的另一方案已被接受",
  quoteChanged: "{actor} 已修改该询价，您的更改未覆盖任何内容",
  quoteChangedByYou: "您已在另一个窗口中修改该询价，未覆盖任何内容",
  quoteFormSent: "此表单已提交，报价号 {quoteNumber}；未重复提交",
  quoteSpecialGoods: "特殊货物：{goods}",
  quoteGoodsSeparator: "、",
  quoteGoodsBATTERIES: "带电（{types}）",
  quoteGoodsMAGNETIC: "带磁",
  quoteGoodsHAZARDOUS: "危险品",
  quoteGoodsLIQUIDS: "膏体、液体或粉末",
  quoteNeedsAdministrator: "只有贵公司的管理员可以授权该报价",
  quoteLineAmount: "{quantity} × {price} = {amount}",
  quoteTotalAmount: "各项费用合计为 {total}",
  quoteBelowZero: "不能小于 0",
  quotePricedMeanwhile: "{actor} 已更改该询价，您的报价未发送",
  quoteDraftMeanwhile: "{actor} 已保存该报价的另一份草稿，未覆盖任何内容",
  quotePricedMessage:
    "您的询价 {quoteNumber}（{origin} 至 {destination}）已报价，共 {count} 个方案，可在 {validUntil}（UTC+8）之前订舱。",
  quoteToAuthorizeMessage:
    "您的询价 {quoteNumber}（{origin} 至 {destination}）已报价，共 {count} 个方案，需由贵公司管理员在 {validUntil}（UTC+8）之前接受。",
  quoteWithdrawnMessage: "我们已撤回对 {quoteNumber} 的报价，将另行报价。原因：{reason}",
  mailQuoteWithdrawnSubject: "您的报价 {quoteNumber} 已被撤回",
  mailQuoteWithdrawnBody:
    "{name}，您好：\n\n我们已撤回对您的询价 {quoteNumber}（{origin} 至 {destination}）的报价，该报价不能再订舱，我们将另行报价。\n\n原因：{reason}\n\n{link}\n",
  mailQuotePricedSubject: "您的报价 {quoteNumber} 已就绪",
  mailQuotePricedBody:
    "{name}，您好：\n\n您的询价 {quoteNumber}（{origin} 至 {destination}）已报价，可在 {validUntil}（UTC+8）之前订舱：\n\n{link}\n",
  mailQuoteToAuthorizeSubject: "您的报价 {quoteNumber} 等待授权",
  mailQuoteToAuthorizeBody:
    "{name}，您好：\n\n您的询价 {quoteNumber}（{origin} 至 {destination}）已报价，需由贵公司管理员在 {validUntil}（UTC+8）之前接受：\n\n{link}\n",
};
