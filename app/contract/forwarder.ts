import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { noFields, wireId } from "./wire.ts";

/** A person of the forwarder who answers customers. Addresses of staff are told to nobody. */
export const forwarderContact = z.object({
  userId: wireId,
  name: z.string(),
  department: z.string().nullable(),
});

export const forwarder = z.object({
  id: wireId,
  name: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  countryCode: z.string().nullable(),
  /** The desk that bookings of the company go to. */
  customerService: z.string().nullable(),
  contacts: z.array(forwarderContact),
});
export type Forwarder = z.infer<typeof forwarder>;

export const forwarderList = endpoint({
  name: "forwarder.list",
  summary: "The forwarders that serve the caller's company, with the people of their desks",
  neededBy: ["/freightForwarder/index"],
  path: "/forwarder/list",
  body: "none",
  request: noFields,
  response: z.object({ forwarders: z.array(forwarder) }),
});
