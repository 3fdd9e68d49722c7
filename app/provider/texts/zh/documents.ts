import type { documents as en } from "../en/documents.ts";

export const documents: Record<keyof typeof en, string> = {
  shipmentUnknown: "贵公司没有使用该分单号的货运",
  shipmentIsOver: "该货运已完成，不再接收文件",
  documentIsMade: "该单证由货代出具：请将您的文件作为新单证上传",
  tooManyVersions: "一份单证最多保留 50 个版本",
  zipTooLarge: "所选单证合计超过 4 GB，请少选一些",
};
