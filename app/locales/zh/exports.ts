import type en from "../en/exports.ts";
import type { Translation } from "../translation.ts";

export default {
  format: { xlsx: "导出", csv: "CSV", pdf: "PDF" },
  running: "正在获取：{{size}}",
  broken: "文件传输中断，未保存。请重试。",
  title: "导出文件",
  lead: "较长的列表和发送给您的报表在后台生成文件。每个文件可在七天内下载。",
  none: { title: "暂无导出文件", text: "行数过多、无法立即下载的列表，以及发送给您的报表，会出现在这里。" },
  name: "{{list}}，{{format}}",
  list: {
    shipments: "运单",
    quotes: "报价",
    bookings: "订舱",
    deliveries: "末端派送",
    invoices: "账单",
    members: "成员",
    addresses: "地址簿",
    report: "报表",
    emissions: "运单排放",
  },
  state: { queued: "排队中", running: "生成中", ready: "可下载", failed: "失败", expired: "已结束" },
  asked: "申请时间 {{time}}",
  size: "{{rows}} 行，{{size}}",
  until: "可下载至 {{time}}",
  reload: "刷新本页可查看进度。完成后会通知您。",
  reason: {
    refused: "您已无权查看此列表。",
    broken: "多次尝试后仍未能生成。",
    expired: "文件已删除。可重新导出。",
  },
  fetch: "下载",
  again: "重新导出",
  remove: "移除",
  fetchThis: "下载 {{name}}",
  againThis: "重新导出 {{name}}",
  removeThis: "移除 {{name}}",
  flash: {
    queued: "列表较长：正在后台生成文件，完成后会通知您。请查看：",
    again: "正在重新生成文件，完成后会通知您。",
    removed: "已移除该导出",
  },
} satisfies Translation<typeof en>;
