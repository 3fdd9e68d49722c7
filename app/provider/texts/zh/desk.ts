import type { desk as english } from "../en/desk.ts";

export const desk: Record<keyof typeof english, string> = {
  deskSettingsChanged: "{actor} 已于 {time} 更改了这些设置。请查看后重新填写您的更改。",
  deskBlankLeft: "发送前请填写 {blank}",
  deskNewerMessage: "{name} 刚刚发来新消息。请先阅读上方的新消息，再发送您的回复。",
  deskAnswerNamed: "已有同名的常用回复",
  deskAnswerChanged: "{actor} 已于 {time} 更改此回复。请查看后重新填写您的更改。",
  deskAnswerGone: "此常用回复已被删除",
};
