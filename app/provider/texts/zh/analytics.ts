import type { analytics as english } from "../en/analytics.ts";

export const analytics: Record<keyof typeof english, string> = {
  savedReportChanged: "此已存报表已被更改。请重新打开查看当前内容。",
  tooManySavedReports: "您已有 {most} 份已存报表：请先删除一份。",
  noSuchGroup: "此报表不能按该方式分组",
  monthsBackwards: "开始月份晚于结束月份",
  tooManyMonths: "一份报表最多包含 {most} 个月",
  reportStoppedgone: "该报表已删除或不再共享",
  reportStoppedrefused: "您已无权查看其内容",
  reportStoppedunknown: "其查询内容已不再提供",
  mailReportStoppedSubject: "“{report}”不再发送给您",
  mailReportStoppedBody:
    "{name}，您好：\n\n已存报表“{report}”不再发送给您：{why}。您的已存报表在此：\n\n{link}\n",
};
