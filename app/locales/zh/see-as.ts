import type en from "../en/see-as.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "以{{name}}的视角查看门户",
  readOnly: "您看到的与该用户所见一致，且不能更改任何内容。",
  logged: "双方公司的活动记录都会载明此事。",
  minutes: "{{count}} 分钟后自动结束，您也可以随时结束。",
  notActive: "该账户未启用，无法以其视角查看门户。",
  begin: "开始",
  cancel: "取消",
  banner: "只读：您正以{{company}} {{name}} 的视角查看门户",
  end: "结束",
  flash: {
    ended: "您已恢复以本人身份使用门户。",
    over: "以该用户视角查看的时间已到，您可以重新开始。",
  },
} satisfies Translation<typeof en>;
