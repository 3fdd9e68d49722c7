import type { documents as en } from "../en/documents.ts";

export const documents: Record<keyof typeof en, string> = {
  shipmentUnknown: "贵公司没有使用该分单号的运单",
  shipmentIsOver: "该运单已完成，不再接收文件",
  documentIsMade: "该单证由货代出具：请将您的文件作为新单证上传",
  documentIsTheirs: "该单证由货代出具，不能移除",
  documentIsOfOthers: "只有上传方可以移除该文件",
  tooManyVersions: "一份单证最多保留 50 个版本",
  zipTooLarge: "所选单证合计过大（超过 4000 MB），请少选一些",
  previewEncrypted: "文件受密码保护，无法预览",
  previewBroken: "文件无法读取，不能预览",
  previewTooMuch: "文件过大或过于复杂，无法预览",
  previewBusy: "正在生成其他预览，请一分钟后重新加载",
  previewNone: "此类文件没有预览",
};
