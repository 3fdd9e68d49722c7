import type en from "../en/account-state.ts";
import type { Translation } from "../translation.ts";

export default {
  typedAndSessionOver:
    "您填写的内容保留在本页。请在新标签页中登录，再回到本页再次提交，不会重复执行。密码需要重新输入，文件需要重新选择。点击“重新登录”将离开本页，填写的内容也会丢失。",
  filesAndSessionOver: "文件未上传。请在新标签页中登录，再回到本页重新选择文件。",
  chooseAgain: "返回重新选择文件",
  signInBeside: "在新标签页中登录",
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
} satisfies Translation<typeof en>;
