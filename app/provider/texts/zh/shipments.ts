import type { shipments as english } from "../en/shipments.ts";

export const shipments: Record<keyof typeof english, string> = {
  keyNotValid: "此密钥无效或已失效",
  lengthNeeded: "请注明请求长度：需要 Content-Length",
  carrierUnknown: "没有此代码的承运人",
  carrierKeysTwo: "该承运人已有两个有效密钥：请先停用一个",
  httpsNeeded: "地址须以 https:// 开头",
  addressPlain: "请填写不含用户名、密码、查询参数和锚点的地址",
  eventsNotTaken: "所有事件均未采纳：请查看各事件的说明",
  shareUnknown: "不在您的运单中：{numbers}",
  shareTooMany: "一个链接最多展示 {most} 票运单",
  shareTooManyLinks: "您已有 {most} 个有效链接：请先停用一些",
  shareNoDocuments: "您的角色不包含单据",
  sharePartiesToo: "单据中写有发货人和收货人：请同时展示各方，或不展示单据",
  shareOver: "此链接已失效",
};
