import type { fields as english } from "../en/fields.ts";

export const fields: Record<keyof typeof english, string> = {
  cannotBeEmpty: "不能为空",
  emailFormatError: "邮箱格式错误",
  formatError: "格式错误",
  numberError: "格式错误：请填写数字，小数点用“.”，例如 1.5",
  tooShort: "至少 {minimum} 个字符",
  tooLong: "不应超过 {maximum} 个字符",
  tooSmall: "不应小于 {minimum}",
  tooBig: "不应超过 {maximum}",
  aboveZeroUpTo: "应大于 0，且不应超过 {maximum}",
  notAboveZero: "应大于 0",
  wholeNumber: "应为整数",
  unknownDay: "该日期不存在",
  beforeCargoReady: "不应早于货物备妥日期",
  beforeRequested: "不应早于要求日期",
  addressesEqual: "发货人地址与收货人地址不能相同",
  poExists: "PO 号已存在",
  skuExists: "SKU 号已存在",
  noneExcludes: "“无”不能与其他选项同时选择",
  unknownTerm: "不是 Incoterms 2020 中的术语",
};
