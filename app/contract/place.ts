import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { wirePlace } from "./wire.ts";

export const placeKinds = ["PORT", "AIRPORT", "INLAND"] as const;

export const foundPlace = wirePlace.extend({
  kind: z.enum(placeKinds),
  /** Whether the text is its code, its name in a language, or both as "Hamburg (DEHAM)". */
  isExact: z.boolean(),
});

/** Any text is searched: a code, or the beginnings of words of a name in either language. */
export const placeSearch = endpoint({
  name: "place.search",
  summary: "Places by code and by name, the exact code first, then well-known places",
  usedBy: [
    "/quote/add",
    "/booking/add",
    "/booking/teBooking",
    "/freightForwarder/shipmentMake",
    "/freightForwarder/shipment",
  ],
  path: "/place/search",
  request: z.object({
    text: z.string().trim().min(1).max(100),
    kind: z.enum(placeKinds).optional(),
    limit: z.coerce.number().int().min(1).max(20).default(10),
  }),
  response: z.object({ places: z.array(foundPlace) }),
});

/** A place as a person of the forwarder enters it; `lib/place-fields.ts` checks what belongs together. */
export const placeFields = z.object({
  /** UN/LOCODE; of an airport the IATA code. */
  code: z.string().trim().toUpperCase().min(3).max(5),
  kind: z.enum(placeKinds),
  name: z.string().trim().min(1).max(100),
  nameZh: z.string().trim().min(1).max(100),
  /** ISO 3166; for other kinds than airports the beginning of the code. */
  countryCode: z.string().trim().toUpperCase().length(2),
  timeZone: z.string().trim().max(64),
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
});
export type PlaceFields = z.output<typeof placeFields>;

export const placeAdd = endpoint({
  name: "place.add",
  summary: "Adds a place that is not known yet",
  usedBy: ["/freightForwarder/events"],
  path: "/place/add",
  access: "staff",
  isWrite: true,
  request: placeFields,
  response: z.object({ code: z.string() }),
});
