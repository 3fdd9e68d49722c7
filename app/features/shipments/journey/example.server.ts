import type { Visit } from "#app/access/visit.server.ts";
import { DAY_MS, writeTime } from "#app/lib/date-time.ts";
import { aroundTime, noMoment } from "#app/lib/moment.ts";
import type { JourneyView } from "./journey.server.ts";

const DAY_OF_JOURNEY = 12;
const DAYS_OF_JOURNEY = 21;

/** What the public search shows of a shipment that sailed from Shanghai to Rotterdam some days ago. */
export function exampleJourney({ t, language }: Visit, now: Date): JourneyView {
  const after = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const left = after(1 - DAY_OF_JOURNEY);
  const eta = after(DAYS_OF_JOURNEY - DAY_OF_JOURNEY);
  const day = (at: Date, zone: string) =>
    writeTime({ at, isDayOnly: true }, { language, zone, now }, "spoken") ?? noMoment;
  const moving = t("shipments:journey.moving.VESSEL");
  const step = (key: "leave" | "arrive", place: string, at: Date, zone: string) => ({
    key,
    x: key === "leave" ? 25 : 75,
    state: key === "leave" ? ("done" as const) : ("open" as const),
    label: t(`shipments:strip.${key}.${key === "leave" ? "done" : "open"}`, { place }),
    time: day(at, zone),
  });
  return {
    answer: aroundTime(day(eta, "Europe/Amsterdam"), (time) =>
      t("shipments:journey.arrives", { place: "Rotterdam", day: time }),
    ),
    lines: [
      t("shipments:journey.movingDay", { moving, day: DAY_OF_JOURNEY, days: DAYS_OF_JOURNEY }),
      t("shipments:journey.onTime"),
    ],
    sureness: null,
    strip: {
      steps: [
        step("leave", "Shanghai", left, "Asia/Shanghai"),
        step("arrive", "Rotterdam", eta, "Europe/Amsterdam"),
      ],
      doneTo: 52,
      here: 52,
      isLate: false,
    },
  };
}
