import type { shipments as english } from "../en/shipments.ts";

export const shipments: Record<keyof typeof english, string> = {
  keyNotValid: "此密钥无效或已失效",
  lengthNeeded: "请注明请求长度：需要 Content-Length",
  carrierUnknown: "没有此代码的承运人",
  carrierKeysTwo: "该承运人已有两个有效密钥：请先停用一个",
  httpsNeeded: "地址须以 https:// 开头",
  addressPlain: "请填写不含用户名、密码、查询参数和锚点的地址",
  cutOffsNotTaken: "所有截止时间均未采纳：请查看各项的说明",
  eventsNotTaken: "所有事件均未采纳：请查看各事件的说明",
  statementsNotTaken: "所有声明均未采纳：请查看各声明的说明",
};
