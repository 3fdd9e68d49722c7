import type en from "../en/package-types.ts";
import type { Translation } from "../translation.ts";

export default {
  CTN: "箱",
  PLT: "托",
  CRT: "木箱",
  DRM: "桶",
  BAG: "袋",
  PKG: "件",
  BX: "盒",
  CS: "箱",
  RO: "卷",
  BL: "包",
  BE: "捆",
  CL: "盘",
  RL: "轴",
  PP: "个",
  WA: "吨桶",
} satisfies Translation<typeof en>;
