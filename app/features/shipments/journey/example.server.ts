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
  return {
    where: t("shipments:journey.movingDay", { moving, day: DAY_OF_JOURNEY, days: DAYS_OF_JOURNEY }),
    next: aroundTime(day(eta, "Europe/Amsterdam"), (time) => t("shipments:journey.etaOnTime", { day: time })),
    isLate: false,
    line: {
      label: t("preview:home.example"),
      stops: [
        { x: 2, code: "CNSHA", time: day(left, "Asia/Shanghai").text, isReached: true },
        { x: 98, code: "NLRTM", time: day(eta, "Europe/Amsterdam").text, isReached: false },
      ],
      doneTo: 2,
      here: 57,
      lateFrom: null,
    },
  };
}
