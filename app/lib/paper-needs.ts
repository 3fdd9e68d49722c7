import type { PaperType } from "#app/contract/document-code.ts";
import type { JobMode, ServiceType } from "#app/contract/shipment-code.ts";
import { isFromDoor } from "./service-type.ts";

/** What decides which papers a shipment needs. */
interface NeedingShipment {
  mode: JobMode;
  service: ServiceType;
  incoterms: string;
  loadType: string;
  isDangerous: boolean;
}

/** Papers that a terminal or carrier wants by a cut-off of their own (trade 12); all others by that for documents. */
export const cutOffOfPaper: Partial<Record<PaperType, "VCO" | "DGC">> = {
  VGM: "VCO",
  DANGEROUS_GOODS: "DGC",
};

/** Terms under which the seller insures the goods for the buyer. */
const INSURED = ["CIF", "CIP"];

/**
 * The papers that a shipment cannot go without, in the order in which they are asked for (product 2). Invoice
 * and packing list always; insurance where the seller owes it; the export declaration where the seller clears
 * the goods and brings them to the port, because from a door the forwarder declares them; the verified gross
 * mass for full containers by sea; the declaration of dangerous goods.
 */
export function neededPapers({
  mode,
  service,
  incoterms,
  loadType,
  isDangerous,
}: NeedingShipment): PaperType[] {
  const isOverBorder = mode !== "TRUCK";
  return [
    "COMMERCIAL_INVOICE",
    "PACKING_LIST",
    ...(INSURED.includes(incoterms) ? (["INSURANCE"] as const) : []),
    ...(isOverBorder && incoterms !== "EXW" && !isFromDoor(service)
      ? (["CUSTOMS_DECLARATION"] as const)
      : []),
    ...(isDangerous ? (["DANGEROUS_GOODS"] as const) : []),
    ...(mode === "OCEAN" && loadType === "FCL" ? (["VGM"] as const) : []),
  ];
}
