import type { analytics as english } from "../en/analytics.ts";

export const analytics: Record<keyof typeof english, string> = {
  savedReportChanged: "此已存报表已被更改，尚未覆盖任何内容。",
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
  reportFactMonths: "离港月份",
  reportFactGroup: "分组方式",
  reportFactMode: "运输方式",
  reportFactFrom: "起运地",
  reportFactTo: "目的地",
  reportFactCarrier: "承运人",
  reportFactShipper: "发货人",
  reportFactConsignee: "收货人",
  reportFactCounted: "统计时间",
  reportFactShipments: "运单数",
  reportAbout: "说明",
  reportChart: "图表",
  reportSoFar: "截至目前",
  reportNotBegun: "尚未开始",
  reportRemark: "备注",
  reportOnPlaces: "各起运港当地时间",
  reportEtafirst: "首次 ETA",
  reportEtalast: "最近一次 ETA",
  reportNoteDeparture: "离港经确认即计为离港；未确认前，ETD 一经过去即按其计入。月份的起止以{zone}为准。",
  reportNoteChargeable: "其中 {count} 份运单无千克计费重量（海运按计费吨），未计入该合计。",
  reportNotePunctuality:
    "准点：按目的港当地时间，到港日不晚于{baseline}之日后 {days} 个日历日。尚未结束的 {open} 份以及无 ETA 或到港未经确认的 {unknown} 份不计入比例。",
  reportNoteEta:
    "按目的港当地时间，从{baseline}之日到到港日的天数；负数表示提前。容差内：偏差不超过 {days} 个日历日。{unknown} 份运单无 ETA 或到港未经确认，未计入天数。",
  reportNoteEmissions:
    "温室气体按 ISO 14083 的方法由平均值计算：每一段为质量乘以距离乘以因子。{missing} 票无法计算，{waiting} 票尚未计算，均不计入合计。下限与上限为已公布的最小值和最大值。辐射强迫不计入合计。陆运距离为直线，场站装卸仅在有因子时计入：数值因此偏低。",
  reportNoteFactor: "{vehicle}，{edition}：{source}。{licence}。",
  reportNoteTransit: "离港与到港均经确认的运输天数；{left} 份运单不齐全，未计入。",
  reportNoteSpend:
    "税前金额，已扣除贷项通知单。不同币种的金额不相加：此处仅为 {currency}。{without} 份运单没有该币种的发票。",
};
