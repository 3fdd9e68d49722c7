import type en from "../en/passkey.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "通行密钥",
  text: "使用通行密钥，您可通过设备的指纹、面容或锁屏密码登录，无需账户密码和验证码。",
  add: "添加通行密钥",
  make: "在此设备上创建",
  name: "名称，便于您区分",
  unnamed: "我的设备",
  list: "您的通行密钥",
  nameOf: "{{name}} 的名称",
  made: "创建于 {{time}}。",
  used: "最近使用：{{time}}。",
  unused: "从未使用。",
  synced: "已同步到您的其他设备。",
  rename: "重命名",
  remove: "删除",
  removeOne: "删除 {{name}}",
  unable: "通行密钥需要启用脚本并支持该功能的浏览器。",
  failed: "设备未提供通行密钥，请重试。",
  signIn: "使用通行密钥登录",
  signInText: "您的设备会要求验证指纹、面容或锁屏密码。",
  use: "使用通行密钥",
  back: "改用密码登录",
  flash: {
    added: "通行密钥已添加",
    renamed: "通行密钥已重命名",
    removed: "通行密钥已删除",
  },
} satisfies Translation<typeof en>;
