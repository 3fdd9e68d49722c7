import type en from "../en/clock.ts";
import type { Translation } from "../translation.ts";

export default {
  title: "时间与时区",
  text: "列表、筛选、排序、详情、单证和导出均按所选时钟显示，并注明时区。",
  legend: "时间显示方式",
  choice: {
    place: "各地当地时间",
    own: "我的时间（{{zone}}）",
    ownUnknown: "我的时间",
    utc8: "UTC+8",
  },
  hint: {
    place: "离港按起运港当地时间，到港按目的港当地时间。",
    own: "本设备所在时区，当前时间为 {{time}}。",
    ownUnknown: "尚不知道本设备所在的时区，在此之前以 UTC+8 显示。",
    utc8: "所有地点均按北京时间，当前时间为 {{time}}。",
  },
  times: { place: "时间均为各地当地时间。", zone: "时间以 {{zone}} 显示。" },
  months: { place: "月份按各起运港当地时间起止。", zone: "月份按 {{zone}} 时钟起止。" },
  required: "请选择时间显示方式",
  save: "保存",
  back: "返回",
} satisfies Translation<typeof en>;
