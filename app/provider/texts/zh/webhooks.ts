import type { webhooks as english } from "../en/webhooks.ts";

export const webhooks: Record<keyof typeof english, string> = {
  webhooksMost: "贵公司已有 {most} 个事件推送，达到上限：请先移除一个",
  webhookAddress: "无法使用该地址：须为加密的网页地址，并指向公共互联网",
  webhookHost: "目前无法解析该地址的主机名：请检查拼写",
  webhookChanged: "该事件推送刚刚被他人更改，尚未覆盖任何内容。",
  webhookTested: "刚刚已发送过测试消息：请查看结果，{seconds} 秒后可再次发送",
  mailWebhookFailingSubject: "事件推送“{webhook}”未能送达",
  mailWebhookFailingBody:
    "{name}，您好：\n\n{host} 已超过 {warnedDays} 天未接收事件推送“{webhook}”的任何内容。连续 {stoppedDays} 天没有成功，将自动停用。尝试记录与失败原因见：\n\n{link}\n",
  mailWebhookStoppedSubject: "事件推送“{webhook}”已停用",
  mailWebhookStoppedBody:
    "{name}，您好：\n\n{host} 已超过 {stoppedDays} 天未接收事件推送“{webhook}”的任何内容，现已停用。接收方恢复后，请在此重新启用：\n\n{link}\n",
  mailWebhookGoneSubject: "事件推送“{webhook}”已被接收方终止",
  mailWebhookGoneBody:
    "{name}，您好：\n\n{host} 答复不再接收（410），事件推送“{webhook}”已停用。如有误，请在此重新启用：\n\n{link}\n",
};
