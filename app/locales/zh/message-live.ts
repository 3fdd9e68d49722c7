import type en from "../en/message-live.ts";
import type { Translation } from "../translation.ts";

export default {
  link: {
    connected: "实时",
    connecting: "正在连接",
    reconnecting: "正在重新连接，消息会稍后到达",
    offline: "离线，您发送的内容将在恢复连接后发出",
  },
  state: {
    sending: "正在发送",
    waiting: "等待连接",
    unsure: "无法确定是否已发送",
    notSent: "未发送",
    notSentYet: "尚未发送，将自动重试",
  },
  retry: "重新发送",
  edit: "编辑",
  cancel: "取消",
  remove: "移除",
  discard: "丢弃",
  me: "我",
  fresh: "{{count}} 条新消息",
  loadingOlder: "正在加载更早的消息",
  olderFailed: "无法加载更早的消息，请重试。",
  count: "{{count}} / {{max}} 个字符",
  enter: "按回车发送，按上档键加回车换行",
  emoji: {
    open: "表情",
    list: "选择表情",
  },
  file: {
    sending: "正在上传 {{percent}}%",
    taken: "已上传",
    failed: "上传未成功",
    tooLarge: "文件太大",
    tooMany: "文件太多",
    waiting: "文件上传完成后将自动发送。",
    removeFirst: "有文件未被接收，请先重新发送或移除。",
    leave: "您消息中的文件尚未发送，离开后将丢失。确定离开本页吗？",
    cancel: "取消 {{name}}",
    remove: "移除 {{name}}",
    again: "重新发送 {{name}}",
  },
} satisfies Translation<typeof en>;
