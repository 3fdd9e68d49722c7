import type en from "../en/schedule.ts";
import type { Translation } from "../translation.ts";

export default {
  field: {
    unit: "频率",
    every: "每隔几周或几个月",
    weekday: "星期",
    monthDay: "每月几号",
    time: "时间",
    zone: "时区",
  },
  hint: { every: "每两周一次则填 2", monthDay: "当月没有该日时为最后一天" },
  unit: { day: "每天", week: "每周", month: "每月" },
  weekday: {
    "1": "星期一",
    "2": "星期二",
    "3": "星期三",
    "4": "星期四",
    "5": "星期五",
    "6": "星期六",
    "7": "星期日",
  },
  when: {
    day: "每天 {{time}}（{{zone}}）",
    week: "每{{weekday}} {{time}}（{{zone}}）",
    weeks: "每 {{every}} 周的{{weekday}} {{time}}（{{zone}}）",
    month: "每月 {{day}} 日 {{time}}（{{zone}}）",
    months: "每 {{every}} 个月的 {{day}} 日 {{time}}（{{zone}}）",
  },
  fault: {
    number: "请填写 {{least}} 至 {{most}} 之间的数字",
    time: "请填写时间，如 08:00",
    choice: "请选择",
  },
} satisfies Translation<typeof en>;
