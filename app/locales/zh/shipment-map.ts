import type en from "../en/shipment-map.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "{{houseNumber}} · 地图",
  titleWithout: "地图",
  heading: "H# {{houseNumber}} 的行程",
  back: "运单",
  link: "地图",
  none: "此运单没有地图：货代的系统不提供地图。",
  noPositions: "无法绘制地图：部分地点的位置未知。",
  alt: "世界地图，行程为：{{legs}}。",
  altMany: "世界地图，显示 {{count}} 票运输中的货物。下表说明每票货物的位置。",
  altPanel: "航线地图：{{steps}}",
  altLeg: "{{from}} 至 {{to}} {{by}}，{{state}}",
  legend: "实线和实心点：已完成。虚线和空心点：尚未开始。圆环为货物目前的位置，按离港和到港时间估算。",
  overview: "圆点为运单位置，感叹号为延误运单，均按离港和到港时间估算。",
  late: "运单延误，因此后续部分以红色显示并标有感叹号。",
  legs: "航段",
  column: { leg: "航段", by: "方式", distance: "距离", state: "状态" },
  leg: "{{from}} → {{to}}",
  by: { VESSEL: "海运", AIR: "空运", TRUCK: "公路运输", RAIL: "铁路运输", BARGE: "驳船运输" },
  state: { done: "已完成", underWay: "运输中", open: "尚未开始" },
  underWay: "运输中，约已完成 {{percent}}%",
  km: "{{km}} 公里",
  seaKm: "{{km}} 公里（{{miles}} 海里）",
  airLine: "直线距离 {{km}} 公里",
  unknown: "未知",
  total: "全程 {{km}} 公里，其中已完成 {{done}} 公里。",
  basis:
    "海运距离按海上航线计算，空运距离为地球表面的最短距离。公路、铁路和内河的实际距离长于此处给出的直线距离。",
  sources: "数据来源：",
  closeUp: "单独打开图片",
} satisfies Translation<typeof en>;
