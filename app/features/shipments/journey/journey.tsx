import { timed } from "#app/components/moment.tsx";
import type { JourneyView, RouteLineView } from "./journey.server.ts";

/** Where the shipment is and what comes, above the line of its stops. */
export function Journey({ journey }: { journey: JourneyView }) {
  return (
    <>
      <p className="mt-2 text-2xl font-semibold max-sm:text-xl">
        {timed(journey.where)}{" "}
        {journey.next ? (
          <span className={journey.isLate ? "text-danger" : undefined}>{timed(journey.next)}</span>
        ) : null}
      </p>
      <RouteLine line={journey.line} />
    </>
  );
}

const anchors = ["start", "middle", "end"] as const;
/** On a phone the days of more stops stand beside each other, but their weekdays and hours do not. */
const TIMED_STOPS = 3;
const WEEKDAY_OR_HOUR = /(^\p{L}{3} | 周.$|,? \d\d:\d\d$)/u;

/**
 * The stops as a line: solid to the last one reached, dotted onward, red where it is late, and a mark where the cargo
 * is. Stops to come are hollow, so that it reads in black and white too.
 */
function RouteLine({ line: { label, stops, doneTo, here, lateFrom } }: { line: RouteLineView }) {
  const last = stops.length - 1;
  return (
    <svg
      className={last < TIMED_STOPS ? "route" : "route many"}
      width="100%"
      height="56"
      role="img"
      aria-label={label}
    >
      <line x1="2%" x2="98%" y1="12" y2="12" />
      {lateFrom === null ? null : <line className="late" x1={`${lateFrom}%`} x2="98%" y1="12" y2="12" />}
      <line className="done" x1="2%" x2={`${doneTo}%`} y1="12" y2="12" />
      {stops.map(({ x, code, time, isReached }, index) => (
        <g key={code} textAnchor={anchors[index === 0 ? 0 : index === last ? 2 : 1]}>
          <circle className={isReached ? "done" : undefined} cx={`${x}%`} cy="12" r="5" />
          <text x={`${x}%`} y="34">{`${code} `}</text>
          <text x={`${x}%`} y="52">
            <Time parts={time.split(WEEKDAY_OR_HOUR)} />
          </text>
        </g>
      ))}
      {here === null ? null : (
        <svg className="here" x={`${here}%`} y="12" aria-hidden="true">
          <path d="M-6-8L8 0-6 8z" />
        </svg>
      )}
    </svg>
  );
}

const Time = ({ parts: [before, extra, after = ""] }: { parts: string[] }) => (
  <>
    {before || null}
    {extra ? <tspan>{extra}</tspan> : null}
    {`${after} `}
  </>
);
