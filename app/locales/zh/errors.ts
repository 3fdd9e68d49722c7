import type en from "../en/errors.ts";
import type { Translation } from "../translation.ts";

export default {
  again: "重试",
  home: "返回首页",
  requestId: "反馈编号：{{id}}",
  notSent: {
    link: "网络连接失败，无法确定是否已发送。您填写的内容仍在，请在网络恢复后再次提交，不会重复执行。",
    portal: "我们的系统出现故障，无法确定是否已保存。您填写的内容仍在此处；再次提交不会重复执行。",
  },
  error: "错误",
  notFound: { title: "页面不存在", text: "该地址没有内容，或您无权查看。请检查链接，或从首页继续。" },
  linkLost: { title: "页面无法加载", text: "网络连接似乎已中断，请在网络恢复后重试。" },
  unknown: { title: "我们的系统出现了问题", text: "故障已记录。请重试；如仍未解决，请联系您的货代。" },
} satisfies Translation<typeof en>;
