import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { SEARCH_TEXT_MAX, searchedKinds, searchedNumbers } from "./search-code.ts";
import { wireId } from "./wire.ts";

/** One record that was found. Names of places come in the language of the request. */
export const searchHit = z.object({
  kind: z.enum(searchedKinds),
  id: wireId,
  /** Its own number; of a conversation its subject, or the number that it is about. */
  title: z.string(),
  /** A whole number of it is what was typed; otherwise one begins so, or its title has the text. */
  isWhole: z.boolean(),
  /** The number by which it was found, where that is not its title. */
  number: z.object({ kind: z.enum(searchedNumbers), text: z.string() }).nullish(),
  origin: z.string().nullish(),
  destination: z.string().nullish(),
  /** A code of its kind: DELAYED of a shipment and OVERDUE of an invoice stand for the status that it has besides. */
  status: z.string().nullish(),
  /** The house number that an invoice or a conversation is about. */
  houseNumber: z.string().nullish(),
  /** Whose it is, for the forwarder's staff. */
  company: z.string().nullish(),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchFind = endpoint({
  name: "search.find",
  summary:
    "Shipments, bookings, quotes, invoices and conversations by a number in any spelling, or its beginning",
  usedBy: ["/search"],
  path: "/search",
  body: "json",
  request: z.object({
    text: z.string().max(SEARCH_TEXT_MAX),
    /** Hits in all; whole numbers come first. */
    limit: z.number().int().min(1).max(40).default(8),
  }),
  response: z.object({ hits: z.array(searchHit) }),
});
