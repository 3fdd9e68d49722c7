import type { shipments as english } from "../en/shipments.ts";

export const shipments: Record<keyof typeof english, string> = {
  keyNotValid: "此密钥无效或已失效",
  lengthNeeded: "请注明请求长度：需要 Content-Length",
  carrierUnknown: "没有此代码的承运人",
  carrierKeysTwo: "该承运人已有两个有效密钥：请先停用一个",
  eventsNotTaken: "所有事件均未采纳：请查看各事件的说明",
};
