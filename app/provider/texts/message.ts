import type { Language } from "#app/contract/user.ts";

/** What the provider says to people, in both languages: envelope messages and mails. Values stand in {braces}. */
const messages = {
  ok: { en: "OK", zh: "成功" },
  forbidden: { en: "You are not allowed to do this", zh: "您没有执行此操作的权限" },
  notFound: { en: "Not found", zh: "未找到" },
  invalid: { en: "Some fields are not filled in correctly", zh: "部分字段填写有误" },
  failure: { en: "Something went wrong at our end", zh: "我们的系统出现了问题" },
  unavailable: {
    en: "The service is not available at the moment, please try again shortly",
    zh: "服务暂时不可用，请稍后重试",
  },
  diskFull: {
    en: "The forwarder's system has no room left on its disk, so this was not saved. Please tell your forwarder, and send it again later",
    zh: "货代系统的磁盘空间已满，内容未保存。请通知您的货代，稍后重新提交",
  },
  malformedRequest: { en: "The request cannot be read", zh: "无法读取该请求" },
  tooLarge: { en: "The request is too large", zh: "请求内容过大" },
  tooMany: {
    en: "Too many requests, please try again in {seconds} seconds",
    zh: "请求过于频繁，请在 {seconds} 秒后重试",
  },
  idempotencyKeyMalformed: { en: "The request id cannot be read", zh: "无法读取请求编号" },
  idempotencyKeyReused: {
    en: "This request id was used for another request; please reload the page and try again",
    zh: "该请求编号已用于其他请求，请刷新页面后重试",
  },

  cannotBeEmpty: { en: "Cannot be empty", zh: "不能为空" },
  emailFormatError: { en: "Email format error", zh: "邮箱格式错误" },
  formatError: { en: "Format error", zh: "格式错误" },
  tooShort: { en: "At least {minimum} characters", zh: "至少 {minimum} 个字符" },
  tooLong: { en: "Should not exceed {maximum} characters", zh: "不应超过 {maximum} 个字符" },
  tooSmall: { en: "Should not be less than {minimum}", zh: "不应小于 {minimum}" },
  tooBig: { en: "Should not exceed {maximum}", zh: "不应超过 {maximum}" },
  aboveZeroUpTo: {
    en: "Should be above 0 and should not exceed {maximum}",
    zh: "应大于 0，且不应超过 {maximum}",
  },
  notAboveZero: { en: "Should be above 0", zh: "应大于 0" },
  wholeNumber: { en: "Should be a whole number", zh: "应为整数" },
  unknownDay: { en: "There is no such day", zh: "该日期不存在" },
  beforeCargoReady: { en: "Should not be before the cargo ready date", zh: "不应早于货物备妥日期" },
  beforeRequested: { en: "Should not be before the requested date", zh: "不应早于要求日期" },
  addressesEqual: {
    en: "The addresses of shipper and consignee must differ",
    zh: "发货人地址与收货人地址不能相同",
  },
  poExists: { en: "PO No. already exists", zh: "PO 号已存在" },
  skuExists: { en: "SKU No. already exists", zh: "SKU 号已存在" },
  noneExcludes: {
    en: "'None' cannot be chosen together with others",
    zh: "“无”不能与其他选项同时选择",
  },
  unknownTerm: { en: "Not a term of Incoterms 2020", zh: "不是 Incoterms 2020 中的术语" },

  quoteNowNEW: { en: "This quote has not been priced yet", zh: "该询价尚未报价" },
  quoteNowAWAITING_AUTHORIZATION: {
    en: "This quote awaits the authorization of your company",
    zh: "该报价正在等待贵公司授权",
  },
  quoteNowREADY_TO_BOOK: {
    en: "This quote has been priced and is ready to book",
    zh: "该询价已报价，可以订舱",
  },
  quoteNowACCEPTED: { en: "{actor} has accepted this quote already", zh: "{actor} 已接受该报价" },
  quoteNowREJECTED: { en: "{actor} has rejected this quote already", zh: "{actor} 已拒绝该报价" },
  quoteNowEXPIRED: {
    en: "This quote has expired: it was valid until {validUntil} (UTC+8)",
    zh: "该报价已过期：有效期至 {validUntil}（UTC+8）",
  },
  quoteBooked: {
    en: "This quote has been booked already: {bookingNumber}",
    zh: "该报价已订舱：{bookingNumber}",
  },
  quoteOptionExpired: {
    en: "This option has expired: it was valid until {validUntil} (UTC+8)",
    zh: "该方案已过期：有效期至 {validUntil}（UTC+8）",
  },
  quoteOptionGone: {
    en: "This option is not offered any more: the quote has been priced anew",
    zh: "该方案已失效：该询价已重新报价",
  },
  quoteOtherOption: {
    en: "Another option of this quote has been accepted",
    zh: "该报价的另一方案已被接受",
  },
  quoteChanged: {
    en: "{actor} has changed this quote meanwhile; nothing was overwritten",
    zh: "{actor} 已修改该询价，您的更改未覆盖任何内容",
  },
  quoteChangedByYou: {
    en: "You have changed this quote in another of your windows; nothing was overwritten",
    zh: "您已在另一个窗口中修改该询价，未覆盖任何内容",
  },
  quoteFormSent: {
    en: "This form was sent already, as quote {quoteNumber}; no second one was made",
    zh: "此表单已提交，报价号 {quoteNumber}；未重复提交",
  },
  quoteSpecialGoods: { en: "Special goods: {goods}", zh: "特殊货物：{goods}" },
  quoteGoodsSeparator: { en: ", ", zh: "、" },
  quoteGoodsBATTERIES: { en: "batteries ({types})", zh: "带电（{types}）" },
  quoteGoodsMAGNETIC: { en: "magnetic properties", zh: "带磁" },
  quoteGoodsHAZARDOUS: { en: "hazardous materials", zh: "危险品" },
  quoteGoodsLIQUIDS: { en: "creams, liquids or powders", zh: "膏体、液体或粉末" },
  quoteNeedsAdministrator: {
    en: "Only an administrator of your company can authorize this quote",
    zh: "只有贵公司的管理员可以授权该报价",
  },

  bookingNowDRAFT: { en: "This booking is a draft", zh: "该订舱单为草稿" },
  bookingNowSUBMITTED: { en: "This booking has been submitted", zh: "该订舱单已提交" },
  bookingNowACCEPTED: { en: "This booking has been accepted", zh: "该订舱单已受理" },
  bookingNowCONFIRMED: { en: "This booking has been confirmed", zh: "该订舱单已确认" },
  bookingNowCANCELLED: { en: "{actor} has cancelled this booking", zh: "{actor} 已取消该订舱单" },
  bookingNeedsCustomerService: {
    en: "This booking has been accepted: to amend or cancel it, please contact customer service",
    zh: "该订舱单已受理，如需修改或取消，请联系客服",
  },
  bookingChanged: {
    en: "{actor} has changed this booking meanwhile; nothing was overwritten",
    zh: "{actor} 已修改该订舱单，您的更改未覆盖任何内容",
  },
  bookingChangedByYou: {
    en: "You have changed this booking in another of your windows; nothing was overwritten",
    zh: "您已在另一个窗口中修改该订舱单，未覆盖任何内容",
  },
  inquirySent: {
    en: "This form was sent already; no second inquiry was begun",
    zh: "此表单已提交，未重复发起咨询",
  },
  templateChangedByYou: {
    en: "You have changed this template in another of your windows; nothing was overwritten",
    zh: "您已在另一个窗口中修改该模板，未覆盖任何内容",
  },
  templateChanged: {
    en: "This template has been changed meanwhile; nothing was overwritten",
    zh: "该模板已被修改，您的更改未覆盖任何内容",
  },

  notLoggedIn: { en: "You are not logged in", zh: "您尚未登录" },
  sessionExpired: { en: "Your session has expired", zh: "您的会话已过期" },
  awaitingConfirmation: { en: "This account is awaiting confirmation", zh: "该账户正在等待确认" },
  awaitingApproval: { en: "This account is awaiting approval", zh: "该账户正在等待审批" },
  locked: {
    en: "Sign-in is locked for {minutes} minutes after repeated failures",
    zh: "多次登录失败，账户已锁定 {minutes} 分钟",
  },
  disabled: { en: "This account is disabled", zh: "该账户已被停用" },
  resetLinkInvalid: {
    en: "This link is not valid any more; please ask for a new one",
    zh: "该链接已失效，请重新申请",
  },
  emailNotAttached: {
    en: "This email is not attached with any account",
    zh: "该邮箱未绑定任何账户",
  },
  passwordTooSimple: { en: "This password is too simple to be saved", zh: "密码过于简单，无法保存" },
  passwordBreached: {
    en: "This password is known from leaks: please choose another",
    zh: "该密码曾在泄露事件中出现，请换一个",
  },
  emailUnchanged: { en: "This is the address of the account already", zh: "该地址已是此账户的邮箱" },
  emailNeedsPassword: {
    en: "Another address takes the password and a confirmation: it cannot be changed here",
    zh: "更换邮箱需要验证密码并确认新地址，不能在此修改",
  },
  passwordUnchanged: {
    en: "The new password must differ from the present one",
    zh: "新密码不能与当前密码相同",
  },
  passwordWrong: { en: "The present password is wrong", zh: "当前密码错误" },
  userNameTaken: { en: "This account name already exists", zh: "该账户名已存在" },
  accountNameLength: { en: "4 to 16 characters, without spaces", zh: "请输入 4 至 16 个字符，不含空格" },
  accountNameDiffers: {
    en: "This is not the account name of the user",
    zh: "输入的账户名与该用户不一致",
  },
  notOnYourself: {
    en: "You cannot do this to your own account",
    zh: "您不能对自己的账户执行此操作",
  },
  signInRefused: { en: "The user name or password is wrong", zh: "用户名或密码错误" },

  mailQuotePricedSubject: { en: "Your quote {quoteNumber} is ready", zh: "您的报价 {quoteNumber} 已就绪" },
  mailQuotePricedBody: {
    en: "Hello {name},\n\nyour request {quoteNumber} from {origin} to {destination} has been priced, and can be booked until {validUntil} (UTC+8):\n\n{link}\n",
    zh: "{name}，您好：\n\n您的询价 {quoteNumber}（{origin} 至 {destination}）已报价，可在 {validUntil}（UTC+8）之前订舱：\n\n{link}\n",
  },
  mailQuoteToAuthorizeSubject: {
    en: "Your quote {quoteNumber} awaits authorization",
    zh: "您的报价 {quoteNumber} 等待授权",
  },
  mailQuoteToAuthorizeBody: {
    en: "Hello {name},\n\nyour request {quoteNumber} from {origin} to {destination} has been priced. An administrator of your company has to accept it, until {validUntil} (UTC+8):\n\n{link}\n",
    zh: "{name}，您好：\n\n您的询价 {quoteNumber}（{origin} 至 {destination}）已报价，需由贵公司管理员在 {validUntil}（UTC+8）之前接受：\n\n{link}\n",
  },
  mailBookingAcceptedSubject: {
    en: "Your booking {bookingNumber} has been accepted",
    zh: "您的订舱 {bookingNumber} 已被接受",
  },
  mailBookingAcceptedBody: {
    en: "Hello {name},\n\nyour booking {bookingNumber} from {origin} to {destination} has been accepted. From now on please ask customer service for changes:\n\n{link}\n",
    zh: "{name}，您好：\n\n您的订舱 {bookingNumber}（{origin} 至 {destination}）已被接受。此后如需变更，请联系客服：\n\n{link}\n",
  },
  mailBookingConfirmedSubject: {
    en: "Your booking {bookingNumber} is confirmed",
    zh: "您的订舱 {bookingNumber} 已确认",
  },
  mailBookingConfirmedBody: {
    en: "Hello {name},\n\nyour booking {bookingNumber} from {origin} to {destination} is confirmed:\n\n{link}\n",
    zh: "{name}，您好：\n\n您的订舱 {bookingNumber}（{origin} 至 {destination}）已确认：\n\n{link}\n",
  },
  eventsNotTaken: {
    en: "None of the events was taken: see what is said of each",
    zh: "所有事件均未采纳：请查看各事件的说明",
  },
  fileEmpty: { en: "The file is empty", zh: "文件为空" },
  fileNameTooLong: {
    en: "The name of the file should not exceed {nameBytes} bytes (some 85 Chinese characters). Send it under a shorter one",
    zh: "文件名不能超过 {nameBytes} 字节（约 85 个汉字）。请缩短文件名后重新发送",
  },
  fileKindRefused: {
    en: "This kind of file is not accepted. Send PDF, pictures, Office documents, text or ZIP",
    zh: "不接受此类文件。请使用 PDF、图片、Office 文档、文本或 ZIP",
  },
  archiveRefused: {
    en: "What this file holds is not accepted: programs, web pages, other archives, encrypted files, names that lead out of it, or far more than its size says. Send the papers by themselves",
    zh: "该文件的内容不被接受：其中含有程序、网页、其他压缩包、加密文件、指向外部的文件名，或解压后远大于其大小。请单独发送各个文件",
  },
  fileInfected: {
    en: "The virus scanner found something in this file, so it was not kept",
    zh: "病毒扫描发现该文件有问题，未保存",
  },
  fileNotScanned: {
    en: "The virus scanner does not answer, so the file was not kept. Please send it again in a few minutes",
    zh: "病毒扫描暂无响应，文件未保存。请几分钟后重新发送",
  },
  fileTooLarge: { en: "The file should not exceed {megabytes} MB", zh: "文件不能超过 {megabytes} MB" },
  tooManyFiles: { en: "Attachments should not exceed {files} files", zh: "附件不能超过 {files} 个文件" },
  emptyMessage: { en: "Can't send empty information", zh: "不能发送空信息" },
  fileUnknown: {
    en: "A file is not there any more, or belongs to another message: please attach it again",
    zh: "文件已不存在或属于其他消息，请重新添加",
  },
  referenceUnknown: { en: "This number was not found", zh: "未找到该编号" },
  changeRequestAMEND: {
    en: "Change request for booking {bookingNumber}: please amend.\n{text}",
    zh: "订舱 {bookingNumber} 变更申请：请修改。\n{text}",
  },
  changeRequestCANCEL: {
    en: "Change request for booking {bookingNumber}: please cancel.\n{text}",
    zh: "订舱 {bookingNumber} 变更申请：请取消。\n{text}",
  },
  mailResetSubject: { en: "Reset your password", zh: "重置您的密码" },
  mailResetBody: {
    en: "Hello {name},\n\na new password was asked for the account {userName}. Open this link within {hours} hour to set it:\n\n{link}\n\nIf you did not ask for it, there is nothing to do: the password stays as it is.\n",
    zh: "{name}，您好：\n\n我们收到了为账户 {userName} 重置密码的请求。请在 {hours} 小时内打开以下链接设置新密码：\n\n{link}\n\n如果这不是您本人的操作，请忽略本邮件，密码不会改变。\n",
  },
  mailWelcomeSubject: { en: "Your new account", zh: "您的新账户" },
  mailWelcomeBody: {
    en: "Hello {name},\n\nthe account {userName} was made for you. Open this link within {hours} hours to set its password:\n\n{link}\n",
    zh: "{name}，您好：\n\n已为您创建账户 {userName}。请在 {hours} 小时内打开以下链接设置密码：\n\n{link}\n",
  },
  mailEmailConfirmSubject: { en: "Please confirm your e-mail address", zh: "请确认您的邮箱地址" },
  mailEmailConfirmBody: {
    en: "Hello {name},\n\nthis address is to become that of the account {userName}. Open this link within {hours} hours and confirm it there:\n\n{link}\n\nIf you did not ask for it, there is nothing to do: the account keeps its address.\n",
    zh: "{name}，您好：\n\n账户 {userName} 申请将本地址设为其邮箱。请在 {hours} 小时内打开以下链接并确认：\n\n{link}\n\n如果这不是您本人的操作，请忽略本邮件，账户的邮箱不会改变。\n",
  },
  mailEmailTakenSubject: { en: "This address has an account already", zh: "该地址已有账户" },
  mailEmailTakenBody: {
    en: "Hello,\n\nsomebody asked to make this address that of another account. It belongs to an account of another company already, so nothing was changed. If it was you, use another address; if not, there is nothing to do.\n",
    zh: "您好：\n\n有人申请将本地址设为另一账户的邮箱。本地址已属于其他公司的账户，因此未作任何更改。如果是您本人的操作，请使用其他地址；否则请忽略本邮件。\n",
  },
  mailEmailAskedSubject: { en: "Another e-mail address was asked for", zh: "您的账户申请更换邮箱" },
  mailEmailAskedBody: {
    en: "Hello {name},\n\nthe account {userName} is to get the address {email} in place of this one, as soon as it is confirmed there. If it was not you, set a new password at once, which also stops the change:\n\n{link}\n",
    zh: "{name}，您好：\n\n账户 {userName} 申请将邮箱更换为 {email}，新地址确认后即生效。如果这不是您本人的操作，请立即重新设置密码，更换也将随之取消：\n\n{link}\n",
  },
  mailEmailChangedSubject: { en: "Your e-mail address was changed", zh: "您的邮箱已更换" },
  mailEmailChangedBody: {
    en: "Hello {name},\n\nthe account {userName} now has the address {email} in place of this one. If it was not you, ask an administrator of your company or your forwarder for help at once.\n",
    zh: "{name}，您好：\n\n账户 {userName} 的邮箱已更换为 {email}。如果这不是您本人的操作，请立即联系贵公司的管理员或您的货代。\n",
  },
  mailPasswordChangedSubject: { en: "Your password was changed", zh: "您的密码已更改" },
  mailPasswordChangedBody: {
    en: "Hello {name},\n\nthe password of the account {userName} was changed. If it was not you, ask for a new one at once:\n\n{link}\n",
    zh: "{name}，您好：\n\n账户 {userName} 的密码已更改。如果这不是您本人的操作，请立即重新设置密码：\n\n{link}\n",
  },
} as const satisfies Record<string, Record<Language, string>>;
export type MessageKey = keyof typeof messages;

/** The text in the caller's language; `{name}` is filled in from `values`. */
export function message(
  key: MessageKey,
  language: Language,
  values: Record<string, string | number> = {},
): string {
  return messages[key][language].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
