import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { expected } from "./reading.ts";
import { standingFields, wireEvent } from "./shipment.ts";
import { jobModes, serviceTypes, shipmentStatuses } from "./shipment-code.ts";
import { previewSearchTypes } from "./shipment-preview-code.ts";
import { wireDateTime, wireMoment, wirePlace } from "./wire.ts";

/**
 * What the public sees: status and milestones, but no parties, no prices, and no reference except the one
 * searched.
 */
export const shipmentPreview = z.object({
  houseNumber: z.string(),
  status: z.enum(shipmentStatuses),
  isDelayed: z.boolean(),
  delayDays: standingFields.delayDays,
  mode: z.enum(jobModes),
  portOfDeparture: wirePlace,
  portOfArrival: wirePlace,
  destination: wirePlace.nullish(),
  etd: wireMoment.nullable(),
  atd: wireMoment.nullable(),
  eta: wireMoment.nullable(),
  ata: wireMoment.nullable(),
  events: z.array(wireEvent),
  /** Number of containers; events call them "1", "2", ... and never by their numbers. */
  containers: expected(z.number().int()),
  serviceType: z.enum(serviceTypes),
  updatedAt: wireDateTime,
});

export const previewSearch = endpoint({
  name: "preview.search",
  summary: "Public search by house or order number: unknown and not public answer alike, an empty list",
  neededBy: ["/tracking/preview", "/appleTracking/preview", "/ytdTracking/preview"],
  service: "tracking",
  path: "/preview/search",
  access: "public",
  hasOptionalBearer: true,
  request: z.object({ searchType: z.enum(previewSearchTypes), number: z.string().trim().min(1).max(50) }),
  response: z.object({ shipments: z.array(shipmentPreview).max(20) }),
});
