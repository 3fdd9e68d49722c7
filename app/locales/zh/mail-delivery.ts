import type en from "../en/mail-delivery.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "邮件投递",
  back: "成员",
  content: "邮件内容",
  contentText: "适用于发给贵公司人员及其通知收件人的所有动态邮件。有关登录的邮件不受影响。",
  bare: "邮件不含内容：只说明有新动态，并附门户链接",
  save: "保存",
  failing: "拒收邮件的地址",
  failingText: "地址被永久拒收两次后，不再向其发送动态。邮件送达、地址更正或您解除停发后恢复。",
  noneText: "目前没有地址拒收邮件。",
  blocked: "自 {{time}} 起停发",
  failures: "永久拒收：{{hard}} 次，暂时拒收：{{soft}} 次",
  last: "{{time}}：{{error}}",
  outside: "公司以外的收件人",
  lift: "解除停发",
  liftNamed: "解除对 {{email}} 的停发",
  forget: "清除失败记录",
  forgetNamed: "清除 {{email}} 的失败记录",
  more: "另有 {{number}} 个",
  flash: {
    bared: "此后的动态邮件不含内容",
    filled: "此后的动态邮件包含内容",
    lifted: "该地址将重新收到动态",
  },
} satisfies Translation<typeof en>;
