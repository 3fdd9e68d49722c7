import type en from "../en/account.ts";
import type { Translation } from "../translation.ts";

export default {
  lacking: {
    title: "货代系统不提供的功能",
    text: "货代系统没有以下接口，因此不显示需要这些接口的页面的链接。运行“{{command}}”可了解详情。",
    screen: "{{path}}：{{calls}}",
  },
  profile: {
    title: "个人资料",
    text: "货代所登记的您的资料。",
    userName: "用户名",
    role: "我的角色",
    organization: "组织",
    department: "部门",
    name: "姓名",
    language: "语言",
    companyAddress: "公司地址",
    city: "城市",
    state: "州／省",
    countryCode: "国家代码（两个字母，例如 DE 或 CN）",
    save: "保存",
    password: "密码",
    changePassword: "修改密码",
    unknown: "未填写",
  },
  email: {
    title: "邮箱",
    now: "您当前的邮箱是 {{email}}。",
    none: "您的账户尚未登记邮箱。",
    text: "我们会向新地址发送链接，确认后即生效。",
    new: "新邮箱地址",
    send: "发送链接",
  },
  password: {
    title: "修改密码",
    old: "当前密码",
    new: "新密码",
    repeat: "再次输入密码",
    save: "修改密码",
    text: "您在此设备上保持登录，其他设备上的登录将全部退出。",
    oldWrong: "当前密码不正确",
  },
} satisfies Translation<typeof en>;
