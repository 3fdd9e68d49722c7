import type { places as english } from "../en/places.ts";

export const places: Record<keyof typeof english, string> = {
  placeCode: "代码应为 UN/LOCODE（如 DEHAM），机场则为三个字母（如 FRA）",
  placeCountry: "国家代码为两个字母，且为 UN/LOCODE 的前两位",
  placeZone: "时区应为时区名称，如 Europe/Berlin",
  placePosition: "位置与时区不符：请检查纬度、经度及其正负号",
  placeKnown: "{code} 已存在",
};
