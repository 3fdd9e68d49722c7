import type { analytics as english } from "../en/analytics.ts";

export const analytics: Record<keyof typeof english, string> = {
  savedReportChanged: "此已存报表已被更改。请重新打开查看当前内容。",
  tooManySavedReports: "您已有 {most} 份已存报表：请先删除一份。",
  noSuchGroup: "此报表不能按该方式分组",
  monthsBackwards: "开始月份晚于结束月份",
  tooManyMonths: "一份报表最多包含 {most} 个月",
};
