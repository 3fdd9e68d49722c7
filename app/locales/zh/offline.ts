import type en from "../en/offline.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "无网络连接",
  text: "目前无法连接到门户，因此无法显示此页面。",
  again: "重试",
  kept: "保存在此设备上",
  keptText: "没有网络连接时，此处列出您最近打开的运单和草稿。退出登录时会将其删除。",
  note: "无网络连接。您看到的是此页面在 {{at}} 时的内容，无法在此修改。",
} satisfies Translation<typeof en>;
