import type { deliveries as english } from "../en/deliveries.ts";

export const deliveries: Record<keyof typeof english, string> = {
  appointmentAsked: "派送 {number} 希望更改预约：{day} {from}-{to}（当地时间）。{text}",
  deliveredAlready: "货物已送达，无法再更改预约",
};
