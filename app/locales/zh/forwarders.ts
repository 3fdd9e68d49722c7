import type en from "../en/forwarders.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "您的货代",
  ask: "联系货代",
  customerService: "客服：",
  contacts: "为您服务的人员",
  noContacts: "暂无指定人员，请通过消息中心联系。",
  noneTitle: "暂无货代",
  noneText: "本平台的运营方尚未录入货代。",
} satisfies Translation<typeof en>;
