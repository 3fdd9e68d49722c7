import type { Visit } from "#app/access/visit.server.ts";
import { DAY_MS, formatDayInWords } from "#app/lib/date-time.ts";
import type { JourneyView } from "./journey.server.ts";

const DAY_OF_JOURNEY = 12;
const DAYS_OF_JOURNEY = 21;

/** What the public search shows of a shipment that sailed from Shanghai to Rotterdam some days ago. */
export function exampleJourney({ t, language }: Visit, now: Date): JourneyView {
  const after = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const left = after(1 - DAY_OF_JOURNEY);
  const eta = after(DAYS_OF_JOURNEY - DAY_OF_JOURNEY);
  const day = formatDayInWords({ at: eta, isDayOnly: false }, "Europe/Amsterdam", language, now) ?? "";
  const moving = t("shipments:journey.moving.VESSEL");
  const short = (instant: Date, hour: string) => `${instant.toISOString().slice(5, 10)} ${hour}`;
  return {
    where: t("shipments:journey.movingDay", { moving, day: DAY_OF_JOURNEY, days: DAYS_OF_JOURNEY }),
    next: t("shipments:journey.etaOnTime", { day }),
    isLate: false,
    line: {
      label: t("preview:home.example"),
      stops: [
        { x: 2, code: "CNSHA", time: short(left, "10:00"), isReached: true },
        { x: 98, code: "NLRTM", time: short(eta, "06:00"), isReached: false },
      ],
      doneTo: 2,
      here: 57,
      lateFrom: null,
    },
  };
}
