import type en from "../en/desk-talk.ts";
import type { Translation } from "../translation.ts";

export default {
  answersTitle: "常用回复",
  filesTitle: "常用回复“{{name}}”的文件",
  flash: {
    filesAdded: "文件已附到回复。",
    fileRemoved: "文件已移除，已发送的消息不受影响。",
    answered: "回复已发送。",
    noted: "备注已保存，客户看不到。",
    answerSaved: "常用回复已保存。",
    answerRemoved: "常用回复已删除。",
  },
} satisfies Translation<typeof en>;
