import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { essential, expected } from "./reading.ts";
import { eventClassifiers } from "./shipment-code.ts";
import { wireDateTime, wireId, wireMoment, wirePlace } from "./wire.ts";

/** How the ETA of a shipment moved, and how far the ETAs of its lane were off. */
export const etaHistory = endpoint({
  name: "shipment.etaHistory",
  summary: "The earlier ETAs of a shipment, and how accurate ETAs of its lane were",
  usedBy: ["/shipments/detail"],
  path: "/shipment/etaHistory",
  request: z.object({ id: wireId }),
  response: z.object({
    /** The port of arrival, on whose clock the ETAs are shown. */
    place: expected(wirePlace),
    /** In the order in which they were said; one that only repeats its source's last is left out. */
    estimates: essential(
      z.array(
        z.object({
          at: wireMoment,
          classifier: z.enum(eventClassifiers),
          source: z.string(),
          saidAt: wireDateTime,
        }),
      ),
    ),
    /**
     * Of the carrier's arrivals on the lane, how many days eight of ten were early (below 0) or late against the ETA that stood
     * `leadDays` before. Null: too few to say.
     */
    lane: z
      .object({
        carrierName: z.string(),
        days: z.number().int(),
        leadDays: z.number().int(),
        arrivals: z.number().int(),
        fromDays: z.number().int(),
        toDays: z.number().int(),
      })
      .nullish(),
  }),
});
export type EtaHistory = z.infer<typeof etaHistory.response>;
