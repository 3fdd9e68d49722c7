import type en from "../en/refusals.ts";
import type { Translation } from "../translation.ts";

export default {
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
  rowsUnreadable_one: "有 1 行无法读取：货代系统返回了其他内容。",
  rowsUnreadable_other: "有 {{count}} 行无法读取：货代系统返回了其他内容。",
  foreignForm: "该表单来自其他网站，未被接受。请重新打开页面后再提交。",
  formUnreadable: "提交的内容不是本站的表单，未被接受。",
  formMisshapen:
    "提交内容的字段过多，或字段名称过长、层级过深，与本站的任何表单都不符，未被接受。请重新打开页面后再提交。",
  formTooLarge: "提交的内容超过本站任何表单的大小，未被接受。",
} satisfies Translation<typeof en>;
