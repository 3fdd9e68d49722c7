import type en from "../en/desk-talk-page.ts";
import type { Translation } from "../translation.ts";

export default {
  topics: "主题",
  earlier: "更早的消息，请到消息中心查看",
  messages: "消息",
  none: "暂无消息。",
  written: "常用回复",
  insert: "插入",
  text: "您的回复",
  send: "发送",
  withFiles: "到消息中心发送文件",
  answers: "编辑常用回复",
  notes: "内部备注",
  notesText: "仅货代人员可见。",
  noNotes: "暂无备注。",
  note: "新备注",
  addNote: "保存备注",
  answersText:
    "两步即可插入回复。{{person}} 会替换为客户联系人，{{number}} 为会话编号，{{me}} 为您的姓名；未填写的内容不会发送。",
  newAnswer: "新建常用回复",
  answerName: "名称",
  answerEn: "英文",
  answerZh: "中文",
  saveAnswer: "保存",
  removeAnswer: "删除",
} satisfies Translation<typeof en>;
