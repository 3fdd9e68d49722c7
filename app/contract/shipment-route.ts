import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { essential } from "./reading.ts";
import { distanceBases, legStates, transportModes } from "./shipment-code.ts";
import { wireId, wirePlace } from "./wire.ts";

/** A stop of a shipment's journey; without a position it cannot be drawn. */
const routeStop = wirePlace.extend({
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

const routeLeg = z.object({
  /** Codes of two stops. */
  from: z.string(),
  to: z.string(),
  mode: z.enum(transportModes),
  state: z.enum(legStates),
  /** Progress of a leg under way: the part that lies behind, 0 to 1; null when it is not known. */
  progress: z.number().min(0).max(1).nullable(),
  /** Vessel and voyage, or flight. */
  transport: z.string().nullable(),
  /** Whole kilometres along the line; null when a position is not known. */
  distanceKm: z.number().int().nullable(),
  /** `sea-lane`: along sea lanes. `great-circle`: the shortest line over the globe, which roads and rails exceed. */
  basis: z.enum(distanceBases),
  /** Points as [longitude, latitude]; between two of them the line is a great circle. */
  line: z.array(z.tuple([z.number(), z.number()])),
});
export type RouteLeg = z.infer<typeof routeLeg>;

export const journeyRoute = z.object({
  houseNumber: z.string(),
  isDelayed: z.boolean(),
  stops: essential(z.array(routeStop)),
  legs: essential(z.array(routeLeg)),
});

export const shipmentRoute = endpoint({
  name: "shipment.route",
  summary: "The legs of a shipment with their lines and distances",
  neededBy: ["/shipments/map"],
  path: "/shipment/route",
  request: z.object({ id: wireId }),
  response: journeyRoute,
});
export type ShipmentRoute = z.infer<typeof journeyRoute>;
