import {
  type JobMode,
  type loadTypes,
  packageTypes,
  type paymentTypes,
  type ServiceGroup,
  type ServiceType,
  type ShipmentStatusFilter,
  serviceGroupNames,
  serviceGroups,
  type serviceLevels,
} from "#app/contract/shipment-code.ts";
import type { ShipmentColumn } from "#app/contract/shipment-export.ts";
import type { WirePlace } from "#app/contract/wire.ts";
import kinds from "#app/locales/en/milestones.ts";
import type { Translate } from "#app/locales/translation.ts";

/** Names of the trade's codes in list and detail, in the language of `t` (product 3.4). */

export const statusLabel = (t: Translate, status: ShipmentStatusFilter) => t(`shipments:status.${status}`);
export const modeLabel = (t: Translate, mode: JobMode) => t(`shipments:mode.${mode}`);
export const serviceGroupLabel = (t: Translate, group: ServiceGroup) => t(`shipments:service.${group}`);
export const columnLabel = (t: Translate, column: ShipmentColumn) => t(`shipments:column.${column}`);
export const serviceLevelLabel = (t: Translate, level: (typeof serviceLevels)[number]) =>
  t(`shipments:serviceLevel.${level}`);
export const paymentTypeLabel = (t: Translate, type: (typeof paymentTypes)[number]) =>
  t(`shipments:paymentType.${type}`);
export const loadTypeLabel = (t: Translate, type: (typeof loadTypes)[number]) =>
  t(`shipments:loadType.${type}`);
/** A word that is not on the list is shown as it came. */
export function packageTypeLabel(t: Translate, type: string): string {
  const known = packageTypes.find((each) => each === type);
  return known ? t(`package-types:${known}`) : type;
}

/** Seven codes have four names (product 4.1). */
export function serviceTypeLabel(t: Translate, type: ServiceType): string {
  const group = serviceGroupNames.find((name) => (serviceGroups[name] as readonly string[]).includes(type));
  return group ? serviceGroupLabel(t, group) : type;
}

type Kind = keyof typeof kinds.kind;
const isKind = (kind: string): kind is Kind => Object.hasOwn(kinds.kind, kind);

/** Name of a milestone; an unknown one is shown by its code. */
export function milestoneLabel(
  t: Translate,
  { kind, mode }: { kind: string; mode: keyof typeof kinds.kindBy | null },
): string {
  if ((kind === "DEPA" || kind === "ARRI") && mode !== null) return t(`milestones:kindBy.${mode}.${kind}`);
  return isKind(kind) ? t(`milestones:kind.${kind}`) : kind;
}

/** "Hamburg (DEHAM)": the name in the reader's language with the code. */
export function placeLabel(place: WirePlace): string {
  return place.name === place.code ? place.code : `${place.name} (${place.code})`;
}
