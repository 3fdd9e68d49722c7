/**
 * Faults of a quote request, and warnings that a specialist would raise. Pure: shared by form and provider.
 */
import { cargoAircraftOnly, LIMITS } from "#app/contract/freight-code.ts";
import type { QuoteRequest } from "#app/contract/quote.ts";
import { parseWire } from "./date-time.ts";
import { equipmentOf } from "./equipment.ts";
import { type FieldFault, fieldFault } from "./field-fault.ts";
import { hasContainers, needsOfMode } from "./freight-needs.ts";
import { checkIncoterm, incotermOf } from "./incoterms.ts";
import { isFromDoor, isToDoor } from "./service-type.ts";

/** Among 190 postal systems the shortest codes have 3 characters and the longest, with separators, 10. */
const ZIP = /^[\p{L}\d](?:[\p{L}\d -]{1,8})[\p{L}\d]$/u;

/** Faults beyond the schema of the request, for which it is refused. */
export function quoteFaults(request: QuoteRequest): FieldFault[] {
  const faults: FieldFault[] = [];
  const add = (...fault: Parameters<typeof fieldFault>) => faults.push(fieldFault(...fault));
  for (const name of ["originZip", "destinationZip"] as const) {
    if (request[name] !== "" && !ZIP.test(request[name])) add(name, "format");
  }
  if (isFromDoor(request.service) && request.pickupLocation === "" && request.originZip === "") {
    add("pickupLocation", "required");
  }
  if (isToDoor(request.service) && request.deliveryLocation === "" && request.destinationZip === "") {
    add("deliveryLocation", "required");
  }
  if (request.incoterms !== "" && incotermOf(request.incoterms) === null) add("incoterms", "unknownTerm");
  const needs = needsOfMode(request.freightMode);
  request.packages.forEach((row, index) => {
    const sides = (["length", "width", "height"] as const).filter((side) => row[side] === null);
    if (sides.length === 3 && !needs.needsVolume) return;
    for (const side of sides) add(`packages.${index}.${side}`, "required");
  });
  if (hasContainers(request.freightMode)) checkContainers(request.containers, add);
  if (request.specialGoods.includes("NONE") && request.specialGoods.length > 1) {
    add("specialGoods", "noneExcludes");
  }
  if (request.specialGoods.includes("BATTERIES") && request.batteryTypes.length === 0) {
    add("batteryTypes", "required");
  }
  if (request.cargoReadyDate !== null && parseWire(request.cargoReadyDate) === null) {
    add("cargoReadyDate", "unknownDay");
  }
  return faults;
}

/** Types and numbers of containers. */
function checkContainers(
  containers: QuoteRequest["containers"],
  add: (...fault: Parameters<typeof fieldFault>) => void,
): void {
  if (containers.length === 0) add("containers", "required");
  let total = 0;
  containers.forEach(({ containerType, count }, index) => {
    const at = (name: string) => `containers.${index}.${name}`;
    if (containerType === "") add(at("containerType"), "required");
    else if (equipmentOf(containerType) === null) add(at("containerType"), "format");
    if (Number.isNaN(count)) add(at("count"), "required");
    else if (!Number.isInteger(count)) add(at("count"), "wholeNumber");
    else if (count < 1) add(at("count"), "notAboveZero");
    else total += count;
  });
  if (total > LIMITS.containers) add("containers.0.count", "tooBig", { maximum: LIMITS.containers });
}

export type QuoteWarning =
  | { kind: "seaTermOnly"; path: "incoterms"; values: { incoterms: string } }
  /** These batteries may fly on cargo aircraft only. */
  | { kind: "cargoAircraftOnly"; path: "batteryTypes"; values: { batteryTypes: string } }
  | { kind: "dayPast"; path: "cargoReadyDate"; values: { day: string } };

/** @param today the viewer's day, `YYYY-MM-DD` */
export function quoteWarnings(request: QuoteRequest, today: string): QuoteWarning[] {
  const warnings: QuoteWarning[] = [];
  if (checkIncoterm(request.incoterms, needsOfMode(request.freightMode).isBySea) === "sea-only") {
    warnings.push({ kind: "seaTermOnly", path: "incoterms", values: { incoterms: request.incoterms } });
  }
  const grounded = request.batteryTypes.filter((type) => cargoAircraftOnly.includes(type));
  const hasBatteries = request.specialGoods.includes("BATTERIES");
  if (request.freightMode === "AIR" && hasBatteries && grounded.length > 0) {
    const batteryTypes = grounded.join(", ");
    warnings.push({ kind: "cargoAircraftOnly", path: "batteryTypes", values: { batteryTypes } });
  }
  const day = request.cargoReadyDate;
  if (day !== null && day < today)
    warnings.push({ kind: "dayPast", path: "cargoReadyDate", values: { day } });
  return warnings;
}
