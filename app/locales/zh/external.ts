import type en from "../en/external.ts";
import type { Translation } from "../translation.ts";

export default {
  open: "在 {{host}} 打开",
  window: "此文件由货代提供，将在新窗口中打开。",
  openWindow: "打开文件",
  refused: "{{host}} 不允许在此显示其页面，请通过链接打开。",
  elsewhere: "此页面会转到另一个网站，无法在此显示，请通过链接打开。",
  silent: "{{host}} 未响应本门户。如果下方没有内容，请通过链接打开。",
} satisfies Translation<typeof en>;
