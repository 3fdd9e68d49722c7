import type en from "../en/auth.ts";
import type { Translation } from "../translation.ts";

export default {
  signIn: {
    title: "登录",
    userName: "用户名",
    password: "密码",
    submit: "登录",
    forgot: "忘记密码？",
    userNameEmpty: "请输入用户名",
    passwordShort: "请输入密码：至少 6 个字符",
    wanted: "请先登录，再查看您要访问的页面。",
  },
  forgot: {
    title: "忘记密码",
    text: "请输入您账户的邮箱地址，我们会发送一个链接，您可以用它设置新密码。",
    email: "邮箱地址",
    submit: "发送链接",
    emailEmpty: "请输入您的邮箱地址",
    emailFormat: "请输入正确的邮箱地址",
    sentTitle: "请查收邮件",
    sentText: "如果该地址关联了账户，链接已经发出。链接仅可使用一次，且有时间限制。",
    notAttached: "该邮箱未关联任何账户",
    back: "返回登录",
  },
  reset: {
    title: "重置密码",
    for: "为用户 {{name}} 设置新密码",
    password: "新密码",
    repeat: "再次输入密码",
    confirm: "确认重置密码？",
    confirmText: "您在其他设备上的登录将全部退出。",
    submit: "重置密码",
    invalidTitle: "该链接无法使用",
    invalidText: "链接已被使用或已过期，请重新申请。",
    again: "重新申请链接",
  },
  password: {
    rules: "至少 8 个字符，包含两类字符（小写字母、大写字母、数字、符号），且不含用户名。",
    tooSimple: "该密码过于简单，无法保存",
    inconsistent: "两次输入的密码不一致",
    repeat: "请再次输入密码",
    confirmMissing: "请确认要重置密码",
    strength: "密码强度",
    level: { invalid: "无效", weak: "弱", average: "中", strong: "强" },
  },
} satisfies Translation<typeof en>;
