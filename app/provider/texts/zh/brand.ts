import type { brand as english } from "../en/brand.ts";

export const brand: Record<keyof typeof english, string> = {
  brandChanged: "{actor} 已于 {time} 更改了此外观，尚未覆盖任何内容。",
  brandSenderDomain: "只能使用所列域名的地址发送邮件",
  brandHostForm: "请填写主机名，例如 {example}",
  brandHostOfOperator: "这是门户自己的主机名",
  brandHostTaken: "此主机名已属于另一客户",
  brandPathTaken: "已有页面使用此路径",
  brandPagesFull: "一个客户最多可有 {most} 个页面。请先删除一个。",
  logoRefused: "此文件不是 PNG、JPEG 或 WebP 图片",
};
