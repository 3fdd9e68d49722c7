import { checkContainerNumber } from "#app/lib/container-number.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { type Fault, type TimedMessage, timedMessagesOf } from "./message.ts";
import { createRandom } from "./random.ts";
import type { DemoShipment } from "./shipment.ts";
import { demoShipments } from "./shipment-series.ts";

/** House numbers of shipments with deliberate flaws, at least one of each kind found in real data. */
interface Flaws {
  /** A container number with a wrong check digit, until it is corrected. */
  wrongCheckDigit: string[];
  /** An estimate reported after its actual. */
  lateEstimate: string[];
  /** A message received twice. */
  repeated: string[];
  /** No events for days. */
  silent: string[];
  /** A discharge that was never reported. */
  missingActual: string[];
}

export interface Dataset {
  shipments: DemoShipment[];
  /** Messages received up to `today`, in the formats of carriers and airlines; input of `storeEvents`. */
  messages: unknown[];
  /** Messages of each shipment after `today`. */
  ahead: TimedMessage[][];
  flaws: Flaws;
}

const SILENT_DAYS = 9;
/** Maximum age of a misread container number: it is corrected while the cargo is under way. */
const MISREAD_DAYS = 14;
const CORRECTED_HOURS = 50;

/**
 * All shipments of the demonstration and their messages, the same for the same `today`. `from` leaves out the
 * first ones, which exist already.
 */
export function demoDataset(today: Date, count: number, from = 0): Dataset {
  const shipments = demoShipments(today, count).slice(from);
  // The shipment that shares this container is left out, so its messages are not repeated here.
  if (from > 0 && shipments[0]) shipments[0].isCoLoaded = false;
  const flaws: Flaws = { wrongCheckDigit: [], lateEstimate: [], repeated: [], silent: [], missingActual: [] };
  const faults = new Map<DemoShipment, Fault>();
  const take = (
    name: keyof Flaws,
    most: number,
    suits: (shipment: DemoShipment) => boolean,
    fault: Fault,
  ) => {
    const faultless = shipments.filter((shipment) => !faults.has(shipment) && suits(shipment)).slice(0, most);
    for (const shipment of faultless) {
      faults.set(shipment, fault);
      flaws[name].push(shipment.row.house_number);
    }
    return faultless;
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

  const timedMessages = shipments.map((shipment) =>
    timedMessagesOf(shipment, createRandom(9_000_000 + shipment.index), today, faults.get(shipment)),
  );
  const messages = timedMessages.flatMap((shipmentMessages) =>
    shipmentMessages.filter(({ reportedAt }) => reportedAt <= today).map(({ message }) => message),
  );
  const ahead = timedMessages.map((shipmentMessages) =>
    shipmentMessages.filter(({ reportedAt }) => reportedAt > today),
  );
  return { shipments, messages, ahead, flaws };
}

/**
 * A mistyped container number: the last digit is one too high. Some days later the desk corrects it, and the
 * carrier sends its events again.
 */
function misreadBox(shipment: DemoShipment, today: Date): NonNullable<Fault["corrected"]> {
  const right = shipment.boxNumbers[0]!;
  const wrong = `${right.slice(0, -1)}${(Number(right.slice(-1)) + 1) % 10}`;
  if (checkContainerNumber(wrong).status !== "wrong-digit")
    throw new Error(`${wrong} was meant to have a wrong check digit but is a valid container number`);
  const correctedAt = new Date(today.getTime() + CORRECTED_HOURS * HOUR_MS);
  const { stateAt } = shipment;
  const number = (until: Date) => (until < correctedAt ? wrong : right);
  shipment.stateAt = (until) => {
    const stands = stateAt(until);
    for (const box of stands.containers)
      if (box.container_number === wrong || box.container_number === right)
        box.container_number = number(until);
    return stands;
  };
  shipment.changeTimes.push(correctedAt);
  shipment.boxNumbers[0] = wrong;
  shipment.containers[0]!.container_number = wrong;
  return { at: correctedAt, wrong, right };
}
