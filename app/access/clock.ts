import type { ClockChoice } from "#app/contract/user.ts";
import { PLACE_CLOCK } from "#app/lib/clock.ts";
import { WIRE_ZONE } from "#app/lib/date-time.ts";

/** The clock on which one person reads times (product 9.4). */
export interface Clock {
  choice: ClockChoice;
  /** As calls to the provider name it: `place`, a zone, or "+08:00". */
  named: string;
  /** The zone of what happens at no place: messages, logs, deadlines. */
  zone: string;
  /** What `zone` is called. */
  zoneName: string;
  /** The person's own zone; null while it is unknown. */
  own: string | null;
}

/** Without a choice the clock of each place; without a known zone the own one is UTC+8. */
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
