import type en from "../en/register.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "申请账户",
  text: "供希望与我们合作的公司使用。我们会向您发送确认邮箱的链接，账户开通后将通过邮件通知您。",
  companyName: "公司名称",
  name: "您的姓名",
  email: "邮箱地址",
  userName: "账户名",
  userNameHint: "4 至 16 个字符：文字、数字或 . _ - @",
  password: "密码",
  repeat: "重复密码",
  country: "国家／地区",
  choose: "请选择",
  phone: "电话（选填）",
  submit: "提交申请",
  sentTitle: "请查收邮件",
  sentText: "邮件已发送至您填写的邮箱，请在 72 小时内打开其中的链接并确认邮箱。",
  back: "返回登录",
  confirmTitle: "确认您的邮箱地址",
  question: "{{email}} 是您的邮箱，且您要为 {{company}} 申请账户吗？",
  nameIs: "账户名：{{name}}",
  nameTaken: "账户名 {{name}} 已被他人使用，请另选一个。",
  confirm: "确认邮箱",
  invalidTitle: "该链接无法使用",
  invalidText: "链接已使用、已过期，或该邮箱已有账户。",
  again: "重新申请账户",
  flash: {
    registrationConfirmed: "您的邮箱已确认。我们会审核您的申请，并通过邮件通知您何时可以登录",
  },
} satisfies Translation<typeof en>;
