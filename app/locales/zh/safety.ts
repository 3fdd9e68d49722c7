import type en from "../en/safety.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "登录与安全",
  link: { password: "修改密码", sessions: "已登录的设备" },
  about: {
    password: "修改后，其他设备上的登录将全部退出。",
    sessions: "查看登录了您账户的设备，并可将其退出。",
  },
  sessions: {
    title: "已登录的设备",
    others: "其他设备",
    none: "您没有在其他设备上登录。",
    this: "本设备",
    device: "{{system}} 上的 {{browser}}",
    unknownDevice: "未知设备",
    address: "IP 地址 {{address}}",
    lastUsed: "最近使用：{{time}}。",
    signedIn: "登录时间：{{time}}。",
    end: "退出",
    endThis: "退出 {{device}}",
    endAll: "退出所有其他设备",
    text: "被退出的设备会立即失效。如有不认识的设备，请同时修改密码。",
  },
  flash: {
    sessionEnded: "该设备已退出登录",
    sessionsEnded: "所有其他设备均已退出登录",
  },
} satisfies Translation<typeof en>;
