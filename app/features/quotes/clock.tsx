import { timed } from "#app/components/moment.tsx";
import type { ClockView } from "./clock.server.ts";

/** A deadline. The remaining time is not printed; its date is. */
export function Clock({ clock }: { clock: ClockView }) {
  const colour = clock.isLate ? "text-danger" : clock.isSoon ? "text-warning" : "text-quiet";
  return <p className={`mt-1 print:hidden ${colour}`}>{timed(clock.text)}</p>;
}
