import type { shipments as english } from "../en/shipments.ts";

export const shipments: Record<keyof typeof english, string> = {
  eventsNotTaken: "所有事件均未采纳：请查看各事件的说明",
};
