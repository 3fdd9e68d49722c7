import type en from "../en/errors.ts";
import type { Translation } from "../translation.ts";

export default {
  again: "重试",
  sendAgain: "再次提交",
  typedKept: "您填写的内容已保留，可再次提交，不会重复执行。密码需要重新输入，文件需要重新选择。",
  typedAndSessionOver:
    "您填写的内容保留在本页。请在新标签页中登录，再回到本页再次提交，不会重复执行。密码需要重新输入，文件需要重新选择。点击“重新登录”将离开本页，填写的内容也会丢失。",
  filesAndSessionOver: "文件未上传。请在新标签页中登录，再回到本页重新选择文件。",
  chooseAgain: "返回重新选择文件",
  signInBeside: "在新标签页中登录",
  home: "返回首页",
  call: "调用：{{name}}",
  requestId: "反馈编号：{{id}}",
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
  notSent: {
    link: "网络连接失败，无法确定是否已发送。您填写的内容仍在，请在网络恢复后再次提交，不会重复执行。",
    portal: "我们的系统出现故障，无法确定是否已保存。您填写的内容仍在此处；再次提交不会重复执行。",
  },
  error: "错误",
  tooMany: {
    title: "请求过于频繁",
    text: "来自您所在网络的请求超过一次可处理的数量，本次未执行任何操作。请等待 {{seconds}} 秒后再提交。",
  },
  busy: {
    title: "货代系统繁忙",
    text: "请稍后重试。",
    textSeconds: "请在 {{seconds}} 秒后重试。",
  },
  refused: { title: "操作未能完成" },
  rolesMissing: {
    title: "您的账户没有角色",
    text: "getInfo: roles must be a non-null array!",
    advice: "请联系管理员或货代为您分配角色，然后重新登录。",
  },
  notFound: { title: "页面不存在", text: "该地址没有内容，或您无权查看。请检查链接，或从首页继续。" },
  linkLost: { title: "页面无法加载", text: "网络连接似乎已中断，请在网络恢复后重试。" },
  unknown: { title: "我们的系统出现了问题", text: "故障已记录。请重试；如仍未解决，请联系您的货代。" },
  accountState: {
    tip: "登录失败或未登录：您尚未登录或登录失败，请重新登录",
    relogin: "重新登录",
    notLoggedIn: { title: "未登录", text: "您尚未登录，请先登录。" },
    sessionExpired: { title: "登录已过期", text: "您的会话已结束，请重新登录。" },
    awaitingConfirmation: { title: "等待确认", text: "请先确认您的邮箱：确认链接在我们发送给您的邮件中。" },
    awaitingApproval: { title: "等待审批", text: "货代正在审核您的申请，账户由其批准。批准后您会收到邮件。" },
    locked: {
      title: "账户已锁定",
      text: "尝试次数过多，请在 {{minutes}} 分钟后重试。",
      textOpen: "尝试次数过多，请稍后重试。",
    },
    disabled: { title: "账户已停用", text: "该账户已停用，请联系管理员。" },
    otherPerson: {
      title: "此浏览器已登录其他账户",
      text: "本页面属于另一个账户，而此浏览器现在登录的是其他账户。未提交也未显示任何内容。请重新登录您自己的账户后继续。",
    },
    passwordExpired: { title: "密码已过期", text: "您的密码已过期，请通过“忘记密码”设置新密码。" },
  },
} satisfies Translation<typeof en>;
