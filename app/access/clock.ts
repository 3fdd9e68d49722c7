import type { ClockChoice } from "#app/contract/user.ts";
import { PLACE_CLOCK } from "#app/lib/clock.ts";
import { WIRE_ZONE } from "#app/lib/date-time.ts";

/** The time zone setting of one person (product 9.4). */
export interface Clock {
  choice: ClockChoice;
  /** As calls to the provider send it: `place`, a zone, or "+08:00". */
  named: string;
  /** The zone for times without a place: messages, logs, deadlines. */
  zone: string;
  /** Display name of `zone`. */
  zoneName: string;
  /** The zone of the person's browser; null while it is unknown. */
  own: string | null;
}

/** The default is the local time of each place; for the own zone, UTC+8 while it is unknown. */
export function clockOf(choice: ClockChoice | null, own: string | null): Clock {
  const known = choice ?? "place";
  const zone = known === "utc8" ? WIRE_ZONE : (own ?? WIRE_ZONE);
  return {
    choice: known,
    named: known === "place" ? PLACE_CLOCK : zone,
    zone,
    zoneName: zone === WIRE_ZONE ? "UTC+8" : zone,
    own,
  };
}
