import type { Kysely } from "kysely";
import { LIMITS } from "#app/contract/freight-code.ts";
import type { JobMode } from "#app/contract/shipment-code.ts";
import type { DeskShipmentFields } from "#app/contract/shipment-desk.ts";
import type { Language } from "#app/contract/user.ts";
import { cleanContainerNumber } from "#app/lib/container-number.ts";
import { endOf, WIRE_ZONE, wallClockToInstant } from "#app/lib/date-time.ts";
import { compare, parseDecimal, round } from "#app/lib/decimal.ts";
import { incotermOf } from "#app/lib/incoterms.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { checkVesselImo } from "#app/lib/vessel-imo.ts";
import type { Database } from "../db/schema.ts";
import { placeNames, placeOf } from "../reference/place-names.ts";
import { type MessageKey, message } from "../texts/message.ts";

export interface Fault {
  path: string;
  message: string;
}

/** Columns of a shipment that the desk enters; those that events move as well are in `moved`. */
export interface DeskColumns {
  row: {
    house_number: string;
    master_number: string | null;
    carrier_booking_number: string | null;
    carrier_code: string | null;
    place_of_receipt: string | null;
    port_of_departure: string;
    port_of_arrival: string;
    port_of_final_arrival: string | null;
    service_type: DeskShipmentFields["serviceType"];
    service_level: string;
    load_type: string;
    incoterms: string;
    payment_type: string;
    pieces: number;
    cartons: number;
    package_type: string;
    gross_weight_kg: string;
    volume_cbm: string;
  };
  moved: {
    etd: Date | null;
    eta: Date | null;
    day_only: string[];
    vessel_imo: string | null;
    voyage: string | null;
    flight_number: string | null;
  };
  vesselName: string;
  containers: {
    line: number;
    container_number: string;
    container_type: string;
    seal_number: string | null;
    pieces: number | null;
    gross_weight_kg: string | null;
    volume_cbm: string | null;
  }[];
}

interface Asking {
  db: Kysely<Database>;
  language: Language;
  mode: JobMode;
  /** The shipment that is changed; its own house number is not in use. */
  ownId: string | null;
  now: Date;
  /** What somebody with many shipments has read at once; otherwise each is looked up. */
  known?: { isCarrier(code: string): boolean; isTaken(houseNumber: string): boolean };
}

const YEARS_AROUND = 3;
const YEAR_MS = 366 * 24 * 3_600_000;

/** Collects what is wrong with the fields, each with a text at its path. */
class Reader {
  readonly faults: Fault[] = [];
  readonly language: Language;
  constructor(language: Language) {
    this.language = language;
  }
  fault(path: string, key: MessageKey, values: Record<string, string | number> = {}): null {
    this.faults.push({ path, message: message(key, this.language, values) });
    return null;
  }
  /** A whole number from 1 on. */
  count(path: string, typed: string, isNeeded: boolean): number | null {
    const number = this.amount(path, typed, String(LIMITS.pieces), 0, isNeeded);
    if (number === null) return null;
    return /^\d+$/.test(number) ? Number(number) : this.fault(path, "wholeNumber");
  }
  /** A number above 0, rounded to so many decimals. */
  amount(path: string, typed: string, maximum: string, decimals: number, isNeeded: boolean): string | null {
    if (typed === "") return isNeeded ? this.fault(path, "cannotBeEmpty") : null;
    const number = parseDecimal(typed);
    if (number === null) return this.fault(path, "numberError");
    if (compare(number, 0) <= 0) return this.fault(path, "notAboveZero");
    if (compare(number, maximum) > 0) return this.fault(path, "tooBig", { maximum });
    return decimals === 0 ? number : round(number, decimals);
  }
}

/** Reads what was typed into columns, or says what is wrong with each field. */
export async function readFields(
  fields: DeskShipmentFields,
  asking: Asking,
): Promise<{ columns: DeskColumns } | { faults: Fault[] }> {
  const { db, mode, language, now } = asking;
  const reader = new Reader(language);
  const place = async (path: keyof DeskShipmentFields & `${string}`, isNeeded: boolean) => {
    const typed = String(fields[path]);
    if (typed === "") return isNeeded ? reader.fault(path, "cannotBeEmpty") : null;
    const placeMatch = await placeOf(db, typed, mode);
    return "code" in placeMatch ? placeMatch.code : reader.fault(path, placeMatch.fault, placeMatch.values);
  };
  await checkHouseNumber(fields.houseNumber, reader, asking);
  const receipt = await place("placeOfReceipt", false);
  const from = await place("portOfDeparture", true);
  const to = await place("portOfArrival", true);
  const final = await place("portOfFinalArrival", false);
  const etd = await readTime(reader, { path: "etd", typed: fields.etd, place: from, now }, db);
  const eta = await readTime(reader, { path: "eta", typed: fields.eta, place: to, now }, db);
  if (etd && eta && endOf({ at: eta, isDayOnly: isDay(fields.eta) }) < etd)
    reader.fault("eta", "etaBeforeEtd");
  const carrier = await readCarrier(reader, fields.carrierCode, asking);
  const vesselImo = mode === "OCEAN" ? readVessel(reader, fields) : null;
  const incoterms = incotermOf(fields.incoterms);
  if (!incoterms) reader.fault("incoterms", fields.incoterms ? "unknownTerm" : "cannotBeEmpty");
  const pieces = reader.count("pieces", fields.pieces, true);
  const weight = reader.amount("grossWeightKg", fields.grossWeightKg, LIMITS.weightKg, 3, true);
  const volume = reader.amount("volumeCbm", fields.volumeCbm, LIMITS.volumeCbm, 3, true);
  const containers = readContainers(reader, fields.containers);
  if (reader.faults.length > 0) return { faults: reader.faults };
  return {
    columns: {
      row: {
        house_number: fields.houseNumber,
        master_number: fields.masterNumber || null,
        carrier_booking_number: fields.carrierBookingNumber || null,
        carrier_code: carrier,
        place_of_receipt: receipt,
        port_of_departure: from!,
        port_of_arrival: to!,
        port_of_final_arrival: final,
        service_type: fields.serviceType,
        service_level: fields.serviceLevel,
        load_type: fields.loadType,
        incoterms: incoterms!,
        payment_type: fields.paymentType,
        pieces: pieces!,
        cartons: pieces!,
        package_type: fields.packageType,
        gross_weight_kg: weight!,
        volume_cbm: volume!,
      },
      moved: {
        etd,
        eta,
        day_only: (["etd", "eta"] as const).filter((key) => isDay(fields[key])),
        vessel_imo: vesselImo,
        voyage: mode === "AIR" ? null : fields.voyage || null,
        flight_number: mode === "AIR" ? fields.flightNumber || null : null,
      },
      vesselName: fields.vesselName,
      containers,
    },
  };
}

/** House numbers are unique among all companies, since events name shipments by them; spaces and hyphens make no difference. */
async function checkHouseNumber(typed: string, reader: Reader, asking: Asking): Promise<void> {
  const key = referenceKey(typed);
  if (key === "") {
    reader.fault("houseNumber", "cannotBeEmpty");
    return;
  }
  if (await (asking.known?.isTaken(typed) ?? isTaken(typed, key, asking)))
    reader.fault("houseNumber", "houseNumberTaken", { number: typed });
}

async function isTaken(typed: string, key: string, { db, ownId }: Asking): Promise<boolean> {
  const taken = await db
    .selectFrom("shipment_reference")
    .select("shipment_id")
    .where("kind", "=", "H")
    .where("value_key", "=", key)
    .$if(ownId !== null, (query) => query.where("shipment_id", "<>", ownId))
    .executeTakeFirst();
  const same = await db
    .selectFrom("shipment")
    .select("id")
    .where("house_number", "=", typed)
    .$if(ownId !== null, (query) => query.where("id", "<>", ownId!))
    .executeTakeFirst();
  return Boolean(taken || same);
}

/** A date without an hour, kept as a midnight of the wire's zone. */
export const isDay = (typed: string) => /^\d{4}-\d{2}-\d{2}$/.test(typed);

async function readTime(
  reader: Reader,
  { path, typed, place, now }: { path: "etd" | "eta"; typed: string; place: string | null; now: Date },
  db: Kysely<Database>,
): Promise<Date | null> {
  if (typed === "") return null;
  const zone = place === null || isDay(typed) ? WIRE_ZONE : await zoneOf(db, place);
  const at = wallClockToInstant(typed, zone);
  if (!at) return reader.fault(path, "formatError");
  const isFar = Math.abs(at.getTime() - now.getTime()) > YEARS_AROUND * YEAR_MS;
  return isFar ? reader.fault(path, "yearFar") : at;
}

/** The zone of a place, in which its times are entered and shown. */
export async function zoneOf(db: Kysely<Database>, code: string | null): Promise<string> {
  if (code === null) return WIRE_ZONE;
  return (await placeNames(db, "en", [code])).of(code).timeZone ?? WIRE_ZONE;
}

async function readCarrier(reader: Reader, typed: string, { db, known }: Asking): Promise<string | null> {
  if (typed === "") return null;
  if (known) return known.isCarrier(typed) ? typed : reader.fault("carrierCode", "carrierUnknown");
  const carrier = await db.selectFrom("carrier").select("code").where("code", "=", typed).executeTakeFirst();
  return carrier?.code ?? reader.fault("carrierCode", "carrierUnknown");
}

function readVessel(reader: Reader, { vesselImo, vesselName }: DeskShipmentFields): string | null {
  const checked = checkVesselImo(vesselImo);
  if (checked.status === "malformed") return reader.fault("vesselImo", "vesselMalformed");
  if (checked.status !== "empty") return checked.number;
  return vesselName ? reader.fault("vesselImo", "vesselNeedsImo") : null;
}

function readContainers(reader: Reader, typed: DeskShipmentFields["containers"]): DeskColumns["containers"] {
  const seen = new Set<string>();
  return typed.flatMap((container, index) => {
    const number = cleanContainerNumber(container.containerNumber);
    const path = (name: string) => `containers.${index}.${name}`;
    if (Object.values(container).every((text) => text === "")) return [];
    if (number === "") reader.fault(path("containerNumber"), "containerNumberNeeded");
    if (number !== "" && seen.has(number)) reader.fault(path("containerNumber"), "containerTwice");
    seen.add(number);
    if (container.containerType === "") reader.fault(path("containerType"), "cannotBeEmpty");
    return {
      line: index + 1,
      container_number: number,
      container_type: container.containerType,
      seal_number: container.sealNumber || null,
      pieces: reader.count(path("pieces"), container.pieces, false),
      gross_weight_kg: reader.amount(
        path("grossWeightKg"),
        container.grossWeightKg,
        LIMITS.weightKg,
        3,
        false,
      ),
      volume_cbm: reader.amount(path("volumeCbm"), container.volumeCbm, LIMITS.volumeCbm, 3, false),
    };
  });
}

/** Puts vessels into the table that are not known yet. */
export async function keepVessels(db: Kysely<Database>, shipments: readonly DeskColumns[]): Promise<void> {
  const vessels = new Map(
    shipments.flatMap(({ moved: { vessel_imo: imo }, vesselName, row }) =>
      imo === null ? [] : [[imo, { imo, name: vesselName || imo, carrier_code: row.carrier_code }] as const],
    ),
  );
  if (vessels.size === 0) return;
  await db
    .insertInto("vessel")
    .values([...vessels.values()].toSorted((a, b) => (a.imo < b.imo ? -1 : 1)))
    .onConflict((conflict) => conflict.column("imo").doNothing())
    .execute();
}
