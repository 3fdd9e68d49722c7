import { z } from "zod";
import { reportQuestion } from "./analytics.ts";
import { activityUnits, emissionGaps, emissionModes, factorQualities } from "./emission-code.ts";
import { endpoint } from "./endpoint.ts";
import { fileRequest, queuedExport } from "./list-file.ts";
import { essential } from "./reading.ts";
import { clockRequest } from "./shipment.ts";
import { distanceBases } from "./shipment-code.ts";
import { wireDecimal, wireId } from "./wire.ts";

/**
 * Greenhouse gases of shipments by the method of ISO 14083: kilograms of CO2e of each leg, by factors whose source, edition
 * and licence stand beside the figure. Null is not zero: what cannot be computed has its reason.
 */

const figures = z.object({
  /** From the tank to the wheel or wake, and from the well to the tank. */
  ttwKg: wireDecimal,
  wttKg: wireDecimal,
  /** What radiative forcing adds to both; null where the factors do not state it. */
  rfKg: wireDecimal.nullable(),
  /** The least and the greatest that is published for such transports, of both together. */
  lowKg: wireDecimal.nullable(),
  highKg: wireDecimal.nullable(),
});

const emissionLeg = z.object({
  /** Names of places in the caller's language; a hub has the same twice. */
  from: z.object({ code: z.string(), name: z.string() }),
  to: z.object({ code: z.string(), name: z.string() }),
  mode: z.enum(emissionModes),
  /** Whole kilometres; null of hubs, and where a position is not known. */
  distanceKm: z.number().int().nullable(),
  basis: z.enum(distanceBases).nullable(),
  /** With what the factor's rule adds. */
  adjustedKm: wireDecimal.nullable(),
  activity: wireDecimal.nullable(),
  factorId: wireId.nullable(),
  figures: figures.nullable(),
  gap: z.enum(emissionGaps).nullable(),
});
export type EmissionLeg = z.infer<typeof emissionLeg>;

const emissionFactor = z.object({
  id: wireId,
  mode: z.enum(emissionModes),
  vehicle: z.string(),
  edition: z.number().int(),
  unit: z.enum(activityUnits),
  ttw: wireDecimal,
  wtt: wireDecimal,
  rf: wireDecimal.nullable(),
  low: wireDecimal.nullable(),
  high: wireDecimal.nullable(),
  distanceShare: wireDecimal,
  distanceAddedKm: wireDecimal,
  quality: z.enum(factorQualities),
  source: z.string(),
  address: z.string().nullable(),
  licence: z.string(),
  note: z.string().nullable(),
  /** Whether the figures were found in a second place; null: nothing is said of it. */
  isChecked: z.boolean().nullable(),
});
export type EmissionFactorData = z.infer<typeof emissionFactor>;

export const shipmentEmissions = endpoint({
  name: "shipment.emissions",
  summary: "The greenhouse gases of a shipment, leg by leg, with the factors by which they are computed",
  usedBy: ["/shipments/map"],
  path: "/shipment/emissions",
  request: z.object({ id: wireId }),
  response: z.object({
    houseNumber: z.string(),
    /** The reporting year, of the departure; null when none is known. */
    year: z.number().int().nullable(),
    /** Whether that is of the actual departure, not of the planned one. */
    isDeparted: z.boolean(),
    massKg: wireDecimal.nullable(),
    /** Twenty-foot units of full containers. */
    teu: wireDecimal.nullable(),
    tkm: wireDecimal.nullable(),
    legs: essential(z.array(emissionLeg)),
    /** To the gram; null when a leg has no figure. */
    total: figures.nullable(),
    gap: z.enum(emissionGaps).nullable(),
    /** Those of the legs. */
    factors: z.array(emissionFactor),
  }),
});
export type ShipmentEmissions = z.infer<typeof shipmentEmissions.response>;

export const emissionSources = endpoint({
  name: "emission.sources",
  summary: "The factors by which the shipments that departed in a range of months are computed",
  usedBy: ["/analytics/index"],
  path: "/emission/sources",
  body: "json",
  request: reportQuestion.extend(clockRequest),
  response: z.object({ factors: z.array(emissionFactor) }),
});

export const emissionExport = endpoint({
  name: "emission.export",
  summary:
    "The greenhouse gases of the shipments that departed in a range of months, one by one, as a sustainability report takes them: a spreadsheet or CSV file",
  usedBy: ["/analytics/index"],
  path: "/emission/export",
  body: "json",
  answer: "file",
  retries: 0,
  request: reportQuestion.extend(clockRequest).extend(fileRequest),
  response: queuedExport,
});
