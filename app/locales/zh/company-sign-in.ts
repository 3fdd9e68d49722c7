import type en from "../en/company-sign-in.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "通过公司登录",
  text: "请输入您的工作邮箱。如果贵公司通过自己的登录服务在这里登录，您将转到那里继续。",
  textLink: "您将转到贵公司的登录服务继续。",
  email: "邮箱地址",
  submit: "继续",
  byPassword: "改用密码登录",
  go: "您将转到 {{host}}",
  goText: "贵公司的登录服务会确认您的身份，然后带您回到这里。",
  goOn: "继续前往 {{host}}",
  elsewhere: "此答复不属于在本浏览器中开始的登录。请重新开始",
} satisfies Translation<typeof en>;
