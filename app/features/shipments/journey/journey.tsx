import { timed } from "#app/components/moment.tsx";
import { joined } from "#app/components/more-times.tsx";
import type { Line } from "#app/lib/moment.ts";
import type { JourneyView } from "./journey.server.ts";
import type { StripView } from "./strip.server.ts";

/** Below the answer: where the cargo is, what else is known, and the steps from door to door. */
export function Journey({
  journey: { lines, sureness, strip },
  further = [],
}: {
  journey: JourneyView;
  further?: readonly Line[];
}) {
  return (
    <>
      <p className="text-quiet">{joined([...lines, ...further, ...(sureness ? [sureness] : [])])}</p>
      <Strip strip={strip} />
    </>
  );
}

/**
 * The steps on a line, filled as far as the cargo has come, with a mark where it is. Steps to come are hollow, so that it reads in
 * black and white too.
 */
function Strip({ strip: { steps, doneTo, here, isLate } }: { strip: StripView }) {
  const [first, last] = [steps[0]?.x ?? 0, steps.at(-1)?.x ?? 0];
  return (
    <div className={isLate ? "strip late" : "strip"}>
      <svg width="100%" height="24" aria-hidden="true">
        <line x1={`${first}%`} x2={`${last}%`} y1="12" y2="12" />
        {doneTo > first ? <line className="done" x1={`${first}%`} x2={`${doneTo}%`} y1="12" y2="12" /> : null}
        {steps.map(({ key, x, state }) => (
          <circle key={key} className={state} cx={`${x}%`} cy="12" r="6" />
        ))}
        {here === null || steps.some(({ x }) => x === here) ? null : (
          <svg className="here" x={`${here}%`} y="12" aria-hidden="true">
            <path d="M-6-8L8 0-6 8z" />
          </svg>
        )}
      </svg>
      <ol>
        {steps.map(({ key, label, time, state }) => (
          <li key={key} className={state}>
            <b>{`${label} `}</b>
            <span>{timed(time)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
