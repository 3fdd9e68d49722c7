import { airWaybillMeant, checkAirWaybill } from "#app/lib/air-waybill.ts";
import { checkContainerNumber } from "#app/lib/container-number.ts";
import { checkVesselImo } from "#app/lib/vessel-imo.ts";

export type NumberKind = "waybill" | "vessel" | "container";

export interface NumberWarning {
  /** Key of the texts `desk-shipment:warning`. */
  key: "zeros" | "waybill" | "digit" | "malformed";
  values: { number: string; meant: string; expected: string };
}

/** Of the fields that hold numbers with a check digit those that were posted with their warning. */
export const WARNED = "warned";

/** What is odd about a typed number, which can be saved all the same (trade 1 to 3). */
export function numberWarning(kind: NumberKind, typed: string): NumberWarning | null {
  const check = { waybill: checkAirWaybill, vessel: checkVesselImo, container: checkContainerNumber }[kind];
  const checked = check(typed);
  const { number } = checked;
  const meant = kind === "waybill" ? airWaybillMeant(typed) : null;
  if (meant) return { key: "zeros", values: { number, meant, expected: "" } };
  if (checked.status === "wrong-digit")
    return { key: "digit", values: { number, meant: "", expected: checked.expected } };
  // The provider refuses what is no IMO number.
  if (checked.status !== "malformed" || kind === "vessel") return null;
  return { key: kind === "waybill" ? "waybill" : "malformed", values: { number, meant: "", expected: "" } };
}
