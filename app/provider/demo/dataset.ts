import { checkContainerNumber } from "#app/lib/container-number.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { type Fault, type Telling, tellingsOf } from "./message.ts";
import { createRandom } from "./random.ts";
import type { DemoShipment } from "./shipment.ts";
import { demoShipments } from "./shipment-series.ts";

/** The flaws that real data have, one of each kind at least, by house number. */
export interface Flaws {
  /** A container number whose check digit is wrong, until somebody looks into it. */
  wrongCheckDigit: string[];
  /** An estimate told after its actual. */
  lateEstimate: string[];
  /** A message that comes twice. */
  repeated: string[];
  /** No news for days. */
  silent: string[];
  /** A discharge that nobody told of. */
  missingActual: string[];
}

export interface Dataset {
  shipments: DemoShipment[];
  /** What is told of them up to `today`, in the formats of carriers and airlines; what `storeEvents` takes. */
  messages: unknown[];
  /** What is told of each of them after `today`. */
  ahead: Telling[][];
  flaws: Flaws;
}

const SILENT_DAYS = 9;
/** So long ago at the most the box was misread: it is found out while the cargo is under way. */
const MISREAD_DAYS = 14;
const CORRECTED_HOURS = 50;

/** Everything that the demonstration says of shipments, the same for the same `today`; without the first `from` where these are known. */
export function demoDataset(today: Date, count: number, from = 0): Dataset {
  const shipments = demoShipments(today, count).slice(from);
  // What its box has lived through was told with a shipment that is left out.
  if (from > 0 && shipments[0]) shipments[0].isCoLoaded = false;
  const flaws: Flaws = { wrongCheckDigit: [], lateEstimate: [], repeated: [], silent: [], missingActual: [] };
  const faults = new Map<DemoShipment, Fault>();
  const take = (
    name: keyof Flaws,
    most: number,
    suits: (shipment: DemoShipment) => boolean,
    fault: Fault,
  ) => {
    const found = shipments.filter((shipment) => !faults.has(shipment) && suits(shipment)).slice(0, most);
    for (const shipment of found) {
      faults.set(shipment, fault);
      flaws[name].push(shipment.row.house_number);
    }
    return found;
  };
  const isOwn = ({ company }: DemoShipment) => company === "MERIDIAN";
  const isBoxed = (shipment: DemoShipment) =>
    shipment.row.load_type === "FCL" && shipment.containers.length > 0;
  const daysSince = (shipment: DemoShipment, code: string, place: string | null) => {
    const step = shipment.journey.steps.find(
      (each) => each.code === code && (!place || each.place === place),
    );
    return step ? (today.getTime() - step.actual.getTime()) / DAY_MS : Number.NaN;
  };
  const last = ({ journey }: DemoShipment) => journey.steps.at(-1)!;

  const misread = take(
    "wrongCheckDigit",
    1,
    (shipment) =>
      isOwn(shipment) &&
      isBoxed(shipment) &&
      daysSince(shipment, "DEPA", null) > 1 &&
      daysSince(shipment, "DEPA", null) < MISREAD_DAYS,
    {},
  );
  for (const shipment of misread) faults.set(shipment, { corrected: misreadBox(shipment, today) });
  const isUnderWay = (shipment: DemoShipment) =>
    daysSince(shipment, "DEPA", shipment.row.port_of_departure) > SILENT_DAYS + 2 &&
    last(shipment).actual > today;
  take("silent", 3, (shipment) => isOwn(shipment) && isUnderWay(shipment), { silentDays: SILENT_DAYS });
  take("silent", 4, (shipment) => !isOwn(shipment) && isUnderWay(shipment), { silentDays: SILENT_DAYS });
  take("missingActual", 2, (shipment) => isBoxed(shipment) && daysSince(shipment, "AVPU", null) > 1, {
    missing: (step) => step.code === "DISC",
  });
  const isLive = (shipment: DemoShipment) =>
    shipment.row.job_mode === "AIR" && daysSince(shipment, "RCS", null) > 1 && last(shipment).actual > today;
  take("lateEstimate", 2, isLive, { hasLateEstimate: true });
  take("repeated", 2, isLive, { isRepeated: true });

  const tellings = shipments.map((shipment) =>
    tellingsOf(shipment, createRandom(9_000_000 + shipment.index), today, faults.get(shipment)),
  );
  const messages = tellings.flatMap((told) =>
    told.filter(({ toldAt }) => toldAt <= today).map(({ message }) => message),
  );
  const ahead = tellings.map((told) => told.filter(({ toldAt }) => toldAt > today));
  return { shipments, messages, ahead, flaws };
}

/** As a clerk types it: the last digit one too high; some days later the desk puts it right, and the carrier sends its news again. */
function misreadBox(shipment: DemoShipment, today: Date): NonNullable<Fault["corrected"]> {
  const right = shipment.boxNumbers[0]!;
  const wrong = `${right.slice(0, -1)}${(Number(right.slice(-1)) + 1) % 10}`;
  if (checkContainerNumber(wrong).status !== "wrong-digit") throw new Error(`${wrong} is a number after all`);
  const correctedAt = new Date(today.getTime() + CORRECTED_HOURS * HOUR_MS);
  const { standing } = shipment;
  const number = (until: Date) => (until < correctedAt ? wrong : right);
  shipment.standing = (until) => {
    const stands = standing(until);
    for (const box of stands.containers)
      if (box.container_number === wrong || box.container_number === right)
        box.container_number = number(until);
    return stands;
  };
  shipment.turns.push(correctedAt);
  shipment.boxNumbers[0] = wrong;
  shipment.containers[0]!.container_number = wrong;
  return { at: correctedAt, wrong, right };
}
