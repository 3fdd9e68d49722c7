import { Fragment } from "react";
import { type Line, textOf } from "#app/lib/moment.ts";
import { timed } from "./moment.tsx";

/** Lines one after another. */
export const joined = (lines: readonly Line[], between = " · "): React.ReactNode =>
  lines.map((line, index) => (
    <Fragment key={textOf(line)}>
      {index > 0 ? between : null}
      {timed(line)}
    </Fragment>
  ));

/** The valid time, and on demand the lines about it: other clocks, plans, the source. */
export function MoreTimes({ shown, children }: { shown: React.ReactNode; children: readonly Line[] }) {
  const lines = children.filter(Boolean);
  if (lines.length === 0) return <p>{shown}</p>;
  return (
    <details>
      <summary className="more">{shown} </summary>
      {lines.map((line) => (
        <p key={textOf(line)} className="text-xs text-quiet">
          {timed(line)}
        </p>
      ))}
    </details>
  );
}
