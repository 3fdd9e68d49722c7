import type en from "../en/trouble.ts";
import type { Translation } from "../translation.ts";

export default {
  sendAgain: "再次提交",
  typedKept: "您填写的内容已保留，可再次提交，不会重复执行。密码需要重新输入，文件需要重新选择。",
  call: "调用：{{name}}",
  refused: { title: "操作未能完成" },
  unavailable: {
    lacking: { title: "货代系统不提供此功能", text: "该系统没有此功能，因此此处没有可显示的内容。" },
    timeout: { title: "请求超时", text: "货代系统响应时间过长。您的数据是安全的，请稍后重试。" },
    unreachable: { title: "无法连接货代系统", text: "系统可能正在重启，或连接已中断。请稍后重试。" },
    lost: { title: "与货代系统的连接中断", text: "系统可能正在重启，请稍后重试。" },
    malformed: {
      title: "货代系统返回了无法识别的内容",
      text: "为避免显示错误信息，页面未显示任何内容。请重试；如仍未解决，请联系您的货代。",
    },
  },
  tooMany: {
    title: "请求过于频繁",
    text: "来自您所在网络的请求超过一次可处理的数量，本次未执行任何操作。请等待 {{seconds}} 秒后再提交。",
  },
  busy: {
    title: "货代系统繁忙",
    text: "请稍后重试。",
    textSeconds: "请在 {{seconds}} 秒后重试。",
  },
  rolesMissing: {
    title: "您的账户没有角色",
    text: "getInfo: roles must be a non-null array!",
    advice: "请联系管理员或货代为您分配角色，然后重新登录。",
  },
} satisfies Translation<typeof en>;
