import type en from "../en/refusals.ts";
import type { Translation } from "../translation.ts";

export default {
  moreThan: "{{count}}+",
  notSent: {
    lacking: "货代系统不提供此功能，内容未保存。您填写的内容仍在。",
    timeout: "请求超时：无法确定是否已保存。您填写的内容仍在，再次提交不会重复执行。",
    unreachable: "无法连接货代系统，内容未保存。您填写的内容仍在，请稍后再次提交。",
    lost: "与货代系统的连接中断，无法确定是否已保存。您填写的内容仍在，再次提交不会重复执行。",
    malformed: "货代系统没有给出明确答复。您填写的内容仍在，再次提交不会重复执行。",
  },
  notSentOnce: {
    lacking: "货代系统不提供此功能，内容未保存。您填写的内容仍在。",
    timeout:
      "请求超时：无法确定是否已保存。您填写的内容仍在。再次提交前，请先确认是否已保存，否则可能重复执行。",
    unreachable: "无法连接货代系统，内容未保存。您填写的内容仍在，请稍后再次提交。",
    lost: "与货代系统的连接中断，无法确定是否已保存。您填写的内容仍在。再次提交前，请先确认是否已保存，否则可能重复执行。",
    malformed:
      "货代系统没有给出明确答复，无法确定是否已保存。您填写的内容仍在。再次提交前，请先确认是否已保存，否则可能重复执行。",
  },
  typedKeptOnce:
    "您填写的内容已保留。再次提交前，请先确认是否已执行，否则可能重复执行。密码需要重新输入，文件需要重新选择。",
  rowsUnreadable: "有 {{count}} 行无法读取：货代系统返回了其他内容。",
  unsure: "无法确定是否已发送。您填写的内容仍在；再次提交前，请先确认是否已存在。",
  foreignForm: "该表单来自其他网站，未被接受。请重新打开页面后再提交。",
  formUnreadable: "提交的内容不是本站的表单，未被接受。",
  formMisshapen:
    "提交内容的字段过多，或字段名称过长、层级过深，与本站的任何表单都不符，未被接受。请重新打开页面后再提交。",
  formTooLarge: "提交的内容超过本站任何表单的大小，未被接受。",
  flash: {
    comingSoon: "即将上线",
    passwordChanged: "密码已修改",
    passwordReset: "密码已重置，请登录",
    clockSaved: "时间已按所选时钟显示",
    profileSaved: "个人资料已保存",
    emailAsked: "确认链接已发送至新地址，确认后邮箱即更换",
    emailChanged: "您的邮箱已更换",
    followed: "已关注该运单",
    unfollowed: "已取消关注该运单",
    published: "该运单现已可被公开查询",
    unpublished: "该运单已不再公开",
    documentFailed: "未能获取单证，请稍后重试",
    quoteRequested: "申请已提交，将在 24-48 小时内答复",
    quoteUpdated: "申请已修改",
    quoteAccepted: "报价已接受",
    quoteRejected: "报价已拒绝",
    quoteBooked: "已生成订舱草稿：{{number}}",
    draftSaved: "草稿已保存",
    bookingSubmitted: "订舱已提交",
    bookingUpdated: "订舱已修改",
    bookingRecalled: "订舱已撤回，恢复为草稿",
    bookingCancelled: "订舱已取消",
    changeRequested: "客服已收到您的申请",
    attachmentsAdded: "文件已添加",
    attachmentRemoved: "文件已删除",
    templateSaved: "模板已保存",
    savedMerged: "已与期间别处的修改合并保存",
    addressSaved: "地址已保存",
    addressRemoved: "地址已删除",
    addressesImported: "文件已导入",
    templateRemoved: "模板已删除",
  },
} satisfies Translation<typeof en>;
