import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { jobModes } from "./shipment-code.ts";
import { nothing, wireDateTime } from "./wire.ts";

/** Carriers and vessels that bookings and events name and nobody knows, for the desk. */

const name = z.string().trim().min(1).max(100);
const code = z.string().trim().toUpperCase();

export const carrierNames = endpoint({
  name: "carrierName.list",
  summary:
    "Names of carriers in bookings that are no carrier's, vessels without a name, and names that were assigned",
  neededBy: ["/freightForwarder/names"],
  path: "/carrierName/list",
  access: "staff",
  request: z.object({}),
  response: z.object({
    unknown: z.array(
      z.object({
        name: z.string(),
        mode: z.enum(jobModes),
        bookings: z.number().int(),
        lastAt: wireDateTime,
      }),
    ),
    /** Ships that events have told of by their IMO number alone. */
    vessels: z.array(z.object({ imo: z.string(), shipments: z.number().int() })),
    assigned: z.array(
      z.object({
        name: z.string(),
        carrier: z.object({ code: z.string(), name: z.string() }),
        by: z.string(),
        at: wireDateTime,
      }),
    ),
    carriers: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
});

/** Refused with 409 when the name is assigned or a carrier's own meanwhile. */
export const carrierNameAssign = endpoint({
  name: "carrierName.assign",
  summary: "Say which carrier is meant by a name",
  usedBy: ["/freightForwarder/names"],
  path: "/carrierName/assign",
  access: "staff",
  isWrite: true,
  request: z.object({ name, carrierCode: code.max(10) }),
  response: nothing,
});

export const carrierNameTakeBack = endpoint({
  name: "carrierName.takeBack",
  summary: "Take back which carrier is meant by a name",
  usedBy: ["/freightForwarder/names"],
  path: "/carrierName/takeBack",
  access: "staff",
  isWrite: true,
  request: z.object({ name }),
  response: nothing,
});

export const carrierAdd = endpoint({
  name: "carrierName.addCarrier",
  summary: "Add a carrier, which is meant by a name from then on",
  usedBy: ["/freightForwarder/names"],
  path: "/carrierName/addCarrier",
  access: "staff",
  isWrite: true,
  request: z.object({
    name,
    /** SCAC, or the two characters of an airline. */
    code: code.regex(/^[A-Z0-9]{2,4}$/),
    carrierName: name,
    mode: z.enum(jobModes),
  }),
  response: nothing,
});

/** Refused with 409 when somebody has named it meanwhile. */
export const vesselNameSave = endpoint({
  name: "carrierName.nameVessel",
  summary: "Name a vessel that only its IMO number was known of",
  usedBy: ["/freightForwarder/names"],
  path: "/carrierName/nameVessel",
  access: "staff",
  isWrite: true,
  request: z.object({ imo: z.string().regex(/^\d{7}$/), name }),
  response: nothing,
});
