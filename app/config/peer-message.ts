import type { Claim, End } from "./peer-outcomes.ts";

/** A metric as prom-client gives it for JSON; its own type has numbers for the kinds, which are words. */
export interface CountedMetric {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram" | "summary";
  aggregator: string;
  values: { value: number; labels: Record<string, string | number>; metricName?: string }[];
}

/** What a process of the portal sends to the first one, by which they talk (`launcher/peer-relay.ts`). */
export type ToRelay =
  | { peers: "tell"; topic: string; value: unknown }
  | { peers: "claim"; id: number; key: string }
  | { peers: "settle"; key: string; end: End; isKept: boolean }
  | { peers: "counted"; id: number; metrics: CountedMetric[] };

/** And what it hears from there. */
export type FromRelay =
  | { peers: "tell"; topic: string; value: unknown }
  | { peers: "claimed"; id: number; claim: Claim }
  | { peers: "count"; id: number };
