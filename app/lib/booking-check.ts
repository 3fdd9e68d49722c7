/**
 * Faults of a booking before submission, and warnings that a specialist would raise (product 5.5, trade 5).
 * Pure: shared by review page and provider.
 */
import type { BookingContent } from "#app/contract/booking.ts";
import {
  bookingPaymentTypes,
  bookingServiceLevels,
  cargoAircraftOnly,
  cargoTypes,
  customsDeclarations,
  equipmentTypes,
  LIMITS,
  packingGroups,
  services,
  trades,
  transportModes,
  transshipmentPreferences,
} from "#app/contract/freight-code.ts";
import { type CargoLine, cargoTotals, grossKgOf, measuredCbmOf, piecesOf } from "./booking-cargo.ts";
import { isContactNumber } from "./contact-number.ts";
import { checkContainerNumber } from "./container-number.ts";
import { isCountryCode } from "./country-code.ts";
import { isDangerousClass, needsPackingGroup, unNumberOf } from "./dangerous-goods.ts";
import { parseWire } from "./date-time.ts";
import { compare, divide, multiply, parseDecimal, round, subtract } from "./decimal.ts";
import { equipmentOf } from "./equipment.ts";
import { type FaultRule, type FieldFault, fieldFault } from "./field-fault.ts";
import { type BookingSections, bookingSections, isTrucked, needsOfMode } from "./freight-needs.ts";
import { checkIncoterm, incotermOf } from "./incoterms.ts";

/** Faults that prevent a submission; empty when there are none. */
export function bookingFaults(content: BookingContent): FieldFault[] {
  const faults: FieldFault[] = [];
  const add: Add = (path, rule, values) => faults.push(fieldFault(path, rule, values));
  const sections = bookingSections(content.transportMode, content.service);
  const choose = (name: ChoiceName, choices: readonly string[], isRequired = true) => {
    const value = content[name];
    if (value === "") isRequired && add(name, "required");
    else if (!choices.includes(value)) add(name, "format");
  };

  choose("transportMode", transportModes);
  choose("service", services);
  choose("serviceLevel", bookingServiceLevels, false);
  choose("trade", trades);
  if (content.incoterms === "") add("incoterms", "required");
  else if (incotermOf(content.incoterms) === null) add("incoterms", "unknownTerm");
  choose("paymentType", bookingPaymentTypes);
  checkParties(content, add);
  for (const name of ["origin", "destination"] as const) if (isEmpty(content[name])) add(name, "required");

  choose("cargoType", cargoTypes);
  if (isEmpty(content.goodsDescription)) add("goodsDescription", "required");
  for (const name of ["goodsDescription", "marks", "specialInstructions"] as const) {
    if (lengthOf(content[name]) > LIMITS[name]) add(name, "tooLong", { maximum: LIMITS[name] });
  }
  checkCargo(content, sections, add);
  if (content.cargoType === "DANGEROUS") checkDangerous(content, add);
  if (sections.hasContainers) {
    if (content.containers.length === 0) add("containers", "required");
    content.containers.forEach(({ containerType }, index) => {
      const path = `containers.${index}.containerType`;
      if (containerType === "") add(path, "required");
      else if (!isEquipment(containerType)) add(path, "format");
    });
  }
  choose("customsDeclaration", customsDeclarations);
  if (isTrucked(sections.originTrucking, content.hasOriginTrucking) && isEmpty(content.pickupAddress)) {
    add("pickupAddress", "required");
  }
  const isDelivered = isTrucked(sections.destinationTrucking, content.hasDestinationTrucking);
  if (isDelivered && isEmpty(content.deliveryAddress)) add("deliveryAddress", "required");
  if (sections.hasTransshipment) choose("transshipment", transshipmentPreferences, false);
  checkDates(content, sections, add);
  return faults;
}

type Add = (path: string, rule: FaultRule, values?: FieldFault["values"]) => void;
type ChoiceName =
  | "transportMode"
  | "service"
  | "serviceLevel"
  | "trade"
  | "paymentType"
  | "cargoType"
  | "customsDeclaration"
  | "transshipment";

const isEmpty = (text: string) => text.trim() === "";
/** Length as people count: characters outside the basic plane and line breaks count once. */
const lengthOf = (text: string) => [...text.replaceAll("\r\n", "\n")].length;
/** Texts that differ only in case and spaces are equal. */
const sameKey = (text: string) => text.normalize("NFKC").replace(/\s+/g, " ").trim().toLowerCase();

function isEquipment(code: string): boolean {
  return (equipmentTypes as readonly string[]).includes(code) || equipmentOf(code) !== null;
}

function checkParties(content: BookingContent, add: Add): void {
  for (const role of ["shipper", "consignee", "notifyParty"] as const) {
    const party = content[role];
    const { name, address, countryCode, contactNumber } = party;
    if (role === "notifyParty" && content.hasConsigneeAsNotifyParty) continue;
    const isWanted =
      role !== "notifyParty" ||
      [name, address, party.postcode, party.state, countryCode, contactNumber].some((text) => !isEmpty(text));
    if (!isWanted) continue;
    for (const field of ["name", "address", "countryCode", "contactNumber"] as const) {
      if (isEmpty(party[field])) add(`${role}.${field}`, "required");
    }
    if (!isEmpty(countryCode) && !isCountryCode(countryCode)) add(`${role}.countryCode`, "format");
    if (!isEmpty(contactNumber) && !isContactNumber(contactNumber)) add(`${role}.contactNumber`, "format");
  }
  const { shipper, consignee } = content;
  if (!isEmpty(shipper.address) && sameKey(shipper.address) === sameKey(consignee.address)) {
    add("consignee.address", "addressesEqual");
  }
}

function checkCargo(content: BookingContent, sections: BookingSections, add: Add): void {
  if (content.cargo.length === 0) add("cargo", "required");
  const seen = { poNumber: new Set<string>(), skuNumber: new Set<string>() };
  for (const [index, line] of content.cargo.entries()) {
    const at = (name: keyof CargoLine) => `cargo.${index}.${name}`;
    checkOrderNumber("poNumber", "poExists");
    checkOrderNumber("skuNumber", "skuExists");
    checkNumber(line.pieces, at("pieces"), String(LIMITS.pieces), add, { isRequired: true, isWhole: true });
    if (line.packageType === "") add(at("packageType"), "required");
    checkWeight(line, at, add);
    checkVolume(line, at, sections, add);

    /** A PO or SKU number may be on one line only. */
    function checkOrderNumber(name: "poNumber" | "skuNumber", rule: FaultRule): void {
      const key = sameKey(line[name]);
      if (key === "") return;
      if (seen[name].has(key)) add(at(name), rule);
      seen[name].add(key);
      if (lengthOf(line[name]) > LIMITS[name]) add(at(name), "tooLong", { maximum: LIMITS[name] });
    }
  }
}

type At = (name: keyof CargoLine) => string;

function checkWeight(line: CargoLine, at: At, add: Add): void {
  if (line.weightUnit !== "" && !isOneOf(line.weightUnit, ["kg", "lb"])) add(at("weightUnit"), "format");
  const isSound = checkNumber(line.weight, at("weight"), null, add, { isRequired: true });
  if (isSound && compare(grossKgOf(line)!, LIMITS.weightKg) > 0) {
    add(at("weight"), "tooBig", { maximum: `${LIMITS.weightKg} kg` });
  }
}

function checkVolume(line: CargoLine, at: At, { needsVolume }: BookingSections, add: Add): void {
  const sides = ["length", "width", "height"] as const;
  const isMeasured = sides.some((side) => !isEmpty(line[side]));
  const needsSides = isMeasured || (needsVolume && isEmpty(line.volume));
  for (const side of sides) checkNumber(line[side], at(side), SIDE_MAX, add, { isRequired: needsSides });
  if (line.dimensionUnit !== "" && !isOneOf(line.dimensionUnit, ["cm", "in"])) {
    add(at("dimensionUnit"), "format");
  }
  checkNumber(line.volume, at("volume"), LIMITS.volumeCbm, add);
  const measured = isEmpty(line.volume) ? measuredCbmOf(line) : null;
  if (measured !== null && compare(measured, LIMITS.volumeCbm) > 0) {
    add(at("volume"), "tooBig", { maximum: LIMITS.volumeCbm });
  }
}

const SIDE_MAX = "99999";
const isOneOf = (value: string, choices: readonly string[]) => choices.includes(value);

/** @returns whether it is a number above zero */
function checkNumber(
  text: string,
  path: string,
  maximum: string | null,
  add: Add,
  { isRequired = false, isWhole = false } = {},
): boolean {
  if (isEmpty(text)) {
    if (isRequired) add(path, "required");
    return false;
  }
  const value = parseDecimal(text);
  if (value === null) add(path, "number");
  else if (compare(value, 0) <= 0) add(path, "notAboveZero");
  else if (maximum !== null && compare(value, maximum) > 0) add(path, "tooBig", { maximum });
  else if (isWhole && piecesOf({ pieces: text }) === null) add(path, "wholeNumber");
  else return true;
  return false;
}

function checkDangerous({ dangerousClass, unNumber, packingGroup }: BookingContent, add: Add): void {
  if (isEmpty(dangerousClass)) add("dangerousClass", "required");
  else if (!isDangerousClass(dangerousClass)) add("dangerousClass", "format");
  if (isEmpty(unNumber)) add("unNumber", "required");
  else if (unNumberOf(unNumber) === null) add("unNumber", "format");
  if (packingGroup !== "" && !isOneOf(packingGroup, packingGroups)) add("packingGroup", "format");
  else if (packingGroup === "" && needsPackingGroup(dangerousClass)) add("packingGroup", "required");
}

const isDay = (text: string) => parseWire(text)?.isDayOnly === true;

const dateNames = ["cargoReadyDate", "requestedDate", "expectedDeliveryDate"] as const;
type DateName = (typeof dateNames)[number];
const datesOf = (sections: BookingSections) =>
  dateNames.filter((name) => name !== "requestedDate" || sections.requestedDate !== null);

function checkDates(content: BookingContent, sections: BookingSections, add: Add): void {
  if (content.cargoReadyDate === "") add("cargoReadyDate", "required");
  let last: DateName | null = null;
  for (const name of datesOf(sections)) {
    if (content[name] === "") continue;
    if (!isDay(content[name])) {
      add(name, "unknownDay");
      continue;
    }
    if (last !== null && content[name] < content[last]) add(name, "dayOrder", { other: last });
    last = name;
  }
}

type BookingWarningKind =
  /** `incoterms` is for sea and inland waterway transport only. */
  | "seaTermOnly"
  /** The number's last digit should be `expected`. */
  | "containerDigit"
  | "containerMalformed"
  /** `density` kg per cubic metre is implausible. */
  | "tooDense"
  | "tooLight"
  /** The typed volume differs from that of the dimensions, `measured` CBM. */
  | "volumeDiffers"
  | "dayPast"
  /** Documents and approval are required: `dangerousClass`, `unNumber`. */
  | "dangerous"
  /** `unNumber` flies on cargo aircraft only. */
  | "cargoAircraftOnly";

export interface BookingWarning {
  kind: BookingWarningKind;
  path: string;
  values: Record<string, string>;
}

/** Plausible kilograms per cubic metre, from packed feathers to lead. */
const DENSITY = { least: "15", most: "3000" };
const VOLUME_TOLERANCE = "0.1";

/**
 * Warnings for the review page, which never prevent a submission. @param today the viewer's day, `YYYY-MM-DD`
 */
export function bookingWarnings(content: BookingContent, today: string): BookingWarning[] {
  const warnings: BookingWarning[] = [];
  const warn = (kind: BookingWarningKind, path: string, values: BookingWarning["values"] = {}) =>
    warnings.push({ kind, path, values });
  const mode = content.transportMode;
  if (mode !== "" && checkIncoterm(content.incoterms, needsOfMode(mode).isBySea) === "sea-only") {
    warn("seaTermOnly", "incoterms", { incoterms: content.incoterms });
  }
  if (bookingSections(mode, content.service).hasContainers) {
    content.containers.forEach(({ containerNumber }, index) => {
      const checked = checkContainerNumber(containerNumber);
      const path = `containers.${index}.containerNumber`;
      if (checked.status === "malformed") warn("containerMalformed", path, { number: checked.number });
      if (checked.status === "wrong-digit") {
        warn("containerDigit", path, { number: checked.number, expected: checked.expected });
      }
    });
  }
  content.cargo.forEach((line, index) => {
    const [volume, measured] = [parseDecimal(line.volume), measuredCbmOf(line)];
    if (volume === null || measured === null || compare(measured, 0) === 0) return;
    const difference = divide(subtract(volume, measured).replace("-", ""), measured);
    if (compare(difference, VOLUME_TOLERANCE) > 0)
      warn("volumeDiffers", `cargo.${index}.volume`, { measured });
  });
  const { grossKg, volumeCbm } = cargoTotals(content.cargo);
  if (compare(grossKg, 0) > 0 && compare(volumeCbm, 0) > 0) {
    const density = round(divide(grossKg, volumeCbm), 0);
    if (compare(grossKg, multiply(volumeCbm, DENSITY.most)) > 0) warn("tooDense", "cargo", { density });
    if (compare(grossKg, multiply(volumeCbm, DENSITY.least)) < 0) warn("tooLight", "cargo", { density });
  }
  for (const name of datesOf(bookingSections(mode, content.service))) {
    const day = content[name];
    if (isDay(day) && day < today) warn("dayPast", name, { day });
  }
  if (content.cargoType === "DANGEROUS") {
    const unNumber = unNumberOf(content.unNumber) ?? content.unNumber;
    warn("dangerous", "dangerousClass", { dangerousClass: content.dangerousClass, unNumber });
    if (mode === "AIR" && (cargoAircraftOnly as readonly string[]).includes(`UN${unNumber}`)) {
      warn("cargoAircraftOnly", "unNumber", { unNumber });
    }
  }
  return warnings;
}
