/**
 * Reads Cargo-IMP status messages (FSU and FSA, versions 3 to 15) as airlines send them: text of a few segments a line, one
 * air waybill with its pieces, then statuses. Days have no year, times are those of the airport's clocks; who takes the
 * statuses settles both.
 */
interface ImpStatus {
  statusCode: string;
  airWaybillNumber: string;
  airport: string;
  /** Origin of the waybill; messages may leave both out. */
  origin?: string;
  destination?: string;
  /** "14NOV". */
  day: string;
  time?: string;
  /** Scheduled, estimated, actual. */
  timeType: "S" | "E" | "A";
  flight?: string;
  pieces?: number;
  totalPieces?: number;
  discrepancyCode?: string;
  remark?: string;
}

/** What a line says, or why it says nothing that can be read. `line` counts from 1. */
export type ImpLine = { line: number; text: string } & ({ status: ImpStatus } | { fault: string });

const LINE_SHOWN = 200;
const VERSION_MIN = 3;
const VERSION_MAX = 15;
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
/** Days in a year that has a 29th of February. */
const LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const HEAD = /^FS[UA]\/(\d{1,2})$/;
/** Lines of the telex that carries a message, before it. */
const ENVELOPE = /^(?:Q[A-Z] )?[A-Z0-9]{7}(?: [A-Z0-9]{7})*$|^\.[A-Z0-9]{7}(?: .*)?$/;
const WAYBILL = /^(\d{3}-\d{8})(?:([A-Z]{3})([A-Z]{3}))?(?:\/([^/]+))?(?:\/.*)?$/;
/** T: all pieces; P part, S split, D divided and M of several parts tell of some. Weight, volume and density follow. */
const QUANTITY =
  /^([TPSDM])(\d{1,5})(?:[KL]\d{1,7}(?:\.\d{1,3})?)?(?:(?:MC|CC|CF|CI)\d+(?:\.\d+)?)?(?:DG\d+)?(?:T(\d{1,5}))?$/;
const STATUS = /^([A-Z]{3})\/(.+)$/;
const MOMENT = /^(\d{2})([A-Z]{3})(\d{4})?(?:-([PNST]))?$/;
const FLIGHT = /^[A-Z0-9]{2}\d{3,4}[A-Z]?$/;
const CARRIER = /^[A-Z0-9]{2,3}$/;
const AIRPORTS = /^([A-Z]{3})([A-Z]{3})?$/;
const CLOCK = /^([SEA])(\d{4})(?:-([PNST]))?$/;
const TIME = /^(?:[01]\d|2[0-3])[0-5]\d$/;
const DISCREPANCY = /^[A-Z]{4}$/;
/** The day before, the next one, the second and the third after. */
const SHIFTS: Readonly<Record<string, number>> = { P: -1, N: 1, S: 2, T: 3 };
/** Lines beside the statuses: other service information, containers, customs; their other lines begin with "/". */
const BESIDE = new Set(["OSI", "ULD", "OCI", "SPH", "SSR", "REF", "HTS"]);
/** Statuses of a flight, whose times are those of its departure and its arrival. */
const OF_DEPARTURE = new Set(["BKD", "BKF", "PRE", "MAN", "DEP"]);

export const isImpText = (text: string): boolean => /(?:^|\n)\s*FS[UA]\/\d/.test(text.slice(0, 2_000));

interface Waybill {
  airWaybillNumber: string;
  airports: { origin: string; destination: string } | null;
  total: number | null;
}

/** Thrown for a line that cannot be read; the message says why. */
class Malformed extends Error {}

/** The statuses of a text with any number of messages, and its faulty lines, in their order. */
export function readImp(text: string): ImpLine[] {
  const reader = new ImpReader();
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    // A telex begins and ends with characters that no line shows.
    const printable = [...raw].filter((character) => character > "\x1f" && !"\x7f\ufeff".includes(character));
    const line = printable.join("").trim();
    if (line !== "") reader.take(line, { line: index + 1, text: line.slice(0, LINE_SHOWN) });
  }
  reader.endMessage();
  return reader.read;
}

class ImpReader {
  readonly read: ImpLine[] = [];
  #isWithin = false;
  #waybill: Waybill | null = null;
  /** Whether the line before stands beside the statuses, so that it may go on. */
  #isBeside = false;
  /** Of the line before, the status first. */
  #own: ImpStatus[] = [];
  #hasStatus = false;
  #last = { line: 1, text: "" };

  take(line: string, place: { line: number; text: string }): void {
    try {
      this.#takeLine(line, place);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      this.read.push({ ...place, fault: error.message });
      // Without its waybill nothing of a message can be read.
      if (this.#waybill === null) this.#isWithin = false;
    }
    this.#last = place;
  }

  /** A message that ends without a status has lost something. */
  endMessage(): void {
    if (this.#isWithin && !this.#hasStatus)
      this.read.push({
        ...this.#last,
        fault: this.#waybill ? "no status follows" : "no air waybill follows",
      });
    this.#isWithin = false;
    this.#waybill = null;
  }

  #takeLine(line: string, place: { line: number; text: string }): void {
    if (/^FS[UA]\b/.test(line)) this.#begin(line);
    else if (!this.#isWithin) {
      if (!ENVELOPE.test(line)) throw new Malformed("stands before FSU/ and its version");
    } else if (this.#waybill === null) this.#waybill = waybillOf(line);
    else if (!this.#takeBeside(line)) {
      this.#hasStatus = true;
      this.#own = [];
      this.#own = statusesOf(line, this.#waybill);
      for (const status of this.#own) this.read.push({ ...place, status });
    }
  }

  #begin(line: string): void {
    this.endMessage();
    checkVersion(line);
    this.#isWithin = true;
    this.#isBeside = false;
    this.#hasStatus = false;
    this.#own = [];
  }

  /** Whether it is a line beside the statuses; other service information is of the status before it. */
  #takeBeside(line: string): boolean {
    if (this.#isBeside && line.startsWith("/")) return true;
    this.#isBeside = line[3] === "/" && BESIDE.has(line.slice(0, 3));
    const [status] = this.#own;
    if (line.startsWith("OSI/") && status)
      status.remark = [status.remark, line.slice(4)].filter(Boolean).join(" · ");
    return this.#isBeside;
  }
}

function checkVersion(line: string): void {
  const version = Number(HEAD.exec(line)?.[1]);
  if (!(version >= VERSION_MIN && version <= VERSION_MAX))
    throw new Malformed(`is no FSU/ or FSA/ with a version from ${VERSION_MIN} to ${VERSION_MAX}`);
}

function waybillOf(line: string): Waybill {
  const [, airWaybillNumber, origin, destination, quantity] = WAYBILL.exec(line) ?? [];
  if (!airWaybillNumber)
    throw new Malformed("is no air waybill with its airports, such as 020-81140743PVGFRA/T10K250");
  const counted = quantity === undefined ? null : quantityOf(quantity);
  if (counted === undefined) throw new Malformed(`${quantity} is no number of pieces with their weight`);
  const total = counted === null ? null : (counted.totalPieces ?? (counted.isAll ? counted.pieces : null));
  return { airWaybillNumber, airports: origin && destination ? { origin, destination } : null, total };
}

function quantityOf(
  text: string,
): { isAll: boolean; pieces: number; totalPieces: number | null } | undefined {
  const [, kind, pieces, total] = QUANTITY.exec(text) ?? [];
  if (!kind) return undefined;
  return {
    isAll: kind === "T",
    pieces: Number(pieces),
    totalPieces: total === undefined ? null : Number(total),
  };
}

/** A status, and the times of its flight that stand beside it. */
function statusesOf(line: string, waybill: Waybill): ImpStatus[] {
  const [, statusCode, rest] = STATUS.exec(line) ?? [];
  if (!statusCode) throw new Malformed("is no status: three letters and a stroke");
  const fields = rest!.split("/").map((field) => field.trim());
  const at = fields.findIndex((field) => MOMENT.test(field));
  if (at < 0) throw new Malformed("has no day, such as 28NOV or 28NOV1030");
  const flight = flightOf(fields.slice(0, at));
  const moment = momentOf(fields[at]!);
  const [, airport, toward] = AIRPORTS.exec(fields[at + 1] ?? "") ?? [];
  if (!airport) throw new Malformed("has no airport after the day");
  const statusFields: StatusFields = { counted: null, clocks: [], discrepancyCode: undefined };
  for (const field of fields.slice(at + 2)) sortField(field, statusCode, statusFields);
  const { airWaybillNumber, airports } = waybill;
  const base = { airWaybillNumber, ...airports, ...(flight === null ? {} : { flight }) };
  // An arrival names the airport that it is at last.
  const place = statusCode === "ARR" ? (toward ?? airport) : airport;
  const status: ImpStatus = {
    ...base,
    statusCode,
    airport: place,
    timeType: "A",
    ...happenedAt(moment, statusFields.clocks),
    ...piecesOf(statusFields.counted, waybill),
    ...(statusFields.discrepancyCode === undefined ? {} : { discrepancyCode: statusFields.discrepancyCode }),
  };
  return [
    status,
    ...plansOf(statusCode, { base, day: moment.day, place, toward, clocks: statusFields.clocks }),
  ];
}

function flightOf(fields: readonly string[]): string | null {
  const [field = "", ...others] = fields;
  if (FLIGHT.test(field) && others.length === 0) return field;
  if (others.length > 0 || (field !== "" && !CARRIER.test(field)))
    throw new Malformed(`${fields.join("/")} is no flight and no carrier`);
  return null;
}

/** The time beside the day, else the actual one of the flight. */
function happenedAt({ day, time }: Moment, clocks: readonly Clock[]): Pick<ImpStatus, "day" | "time"> {
  const actual = clocks.find(({ type }) => type === "A");
  if (time !== undefined) return { day, time };
  return actual ? { day: shifted(day, actual.days) ?? day, time: actual.time } : { day };
}

function piecesOf(
  counted: StatusFields["counted"],
  { total }: Waybill,
): Pick<ImpStatus, "pieces" | "totalPieces"> {
  if (!counted) return {};
  const all = counted.totalPieces ?? (counted.isAll ? counted.pieces : total);
  return { pieces: counted.pieces, ...(all === null ? {} : { totalPieces: all }) };
}

interface Clock {
  type: "S" | "E" | "A";
  time: string;
  days: number;
}

interface StatusFields {
  counted: ReturnType<typeof quantityOf> | null;
  clocks: Clock[];
  discrepancyCode: string | undefined;
}

/** Names of people stand among the fields as well; they are no reason for anything, and are left to the message. */
function sortField(field: string, statusCode: string, statusFields: StatusFields): void {
  const counted = quantityOf(field);
  const [, type, time, shift] = CLOCK.exec(field) ?? [];
  if (counted && !statusFields.counted) statusFields.counted = counted;
  else if (type) {
    if (!TIME.test(time!)) throw new Malformed(`${field} is no time of a day`);
    statusFields.clocks.push({ type: type as Clock["type"], time: time!, days: shift ? SHIFTS[shift]! : 0 });
  } else if (statusCode === "DIS" && !statusFields.discrepancyCode && DISCREPANCY.test(field))
    statusFields.discrepancyCode = field;
  else if (/^[TPSDM]\d/.test(field)) throw new Malformed(`${field} is no number of pieces with their weight`);
}

/** What a flight is scheduled or expected to do: the first time is of the departure, the second of the arrival. */
function plansOf(
  statusCode: string,
  {
    base,
    day,
    place,
    toward,
    clocks,
  }: {
    base: Pick<ImpStatus, "airWaybillNumber" | "origin" | "destination" | "flight">;
    day: string;
    place: string;
    toward: string | undefined;
    clocks: readonly Clock[];
  },
): ImpStatus[] {
  const ends = OF_DEPARTURE.has(statusCode)
    ? [
        { statusCode: "DEP", airport: place },
        { statusCode: "ARR", airport: toward },
      ]
    : statusCode === "ARR"
      ? [{ statusCode: "ARR", airport: place }]
      : [];
  return ends.flatMap(({ statusCode: code, airport }, index): ImpStatus[] => {
    const clock = clocks[index];
    const on = clock ? shifted(day, clock.days) : null;
    if (!clock || on === null || airport === undefined || clock.type === "A" || !base.flight) return [];
    return [{ ...base, statusCode: code, airport, day: on, time: clock.time, timeType: clock.type }];
  });
}

interface Moment {
  day: string;
  time: string | undefined;
}

function momentOf(field: string): Moment {
  const [, date, month, time, shift] = MOMENT.exec(field)!;
  const day = shifted(`${date}${month}`, shift ? SHIFTS[shift]! : 0);
  if (day === null) throw new Malformed(`${date}${month} is no day of the year`);
  if (time !== undefined && !TIME.test(time)) throw new Malformed(`${time} is no time of a day`);
  return { day, time };
}

/** "31DEC" and one day is "01JAN"; after the 28th of February comes the 29th. Null for no day of the year. */
function shifted(day: string, days: number): string | null {
  const month = MONTHS.indexOf(day.slice(2));
  const date = Number(day.slice(0, 2));
  if (month < 0 || date < 1 || date > LENGTHS[month]!) return null;
  const moved = new Date(Date.UTC(2024, month, date + days));
  return `${String(moved.getUTCDate()).padStart(2, "0")}${MONTHS[moved.getUTCMonth()]}`;
}
