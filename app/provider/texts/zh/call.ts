import type { call as english } from "../en/call.ts";

export const call: Record<keyof typeof english, string> = {
  ok: "成功",
  forbidden: "您没有执行此操作的权限",
  notFound: "未找到",
  invalid: "部分字段填写有误",
  nothingTaken: "所发内容均未采纳：请查看各项的说明",
  failure: "我们的系统出现了问题",
  unavailable: "服务暂时不可用，请稍后重试",
  diskFull: "货代系统的磁盘空间已满，内容未保存。请通知您的货代，稍后重新提交",
  bodyEncoding: "请求内容不是 UTF-8 编码：请以 UTF-8 发送",
  malformedRequest: "无法读取该请求",
  tooLarge: "请求内容过大",
  keyNotValid: "此密钥无效或已失效",
  scopeNeeded: "此密钥没有该调用所需的权限范围：需要 {scopes} 之一",
  makerLacksRight: "此密钥所代表的人员无权进行此调用",
  notForPrograms: "此调用仅供人员使用：任何密钥均不可用",
  tooMany: "请求过于频繁，请在 {seconds} 秒后重试",
  idempotencyKeyMalformed: "无法读取请求编号",
  stillAtWork: "该请求仍在处理中，请几秒后重新发送以获取结果",
  idempotencyKeyReused: "该请求编号已用于其他请求，请刷新页面后重试",
};
