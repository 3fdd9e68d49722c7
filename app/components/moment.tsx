import type { MomentView } from "./moment.server.ts";

/** A time and its offset, without a line break between them. */
export function Moment({ moment }: { moment: MomentView }) {
  return (
    <>
      {moment.text}
      {moment.zone ? <span className="whitespace-nowrap"> {moment.zone}</span> : null}
    </>
  );
}

/** The valid time, and on demand the lines about it: other clocks, plans, the source. */
export function MoreTimes({ shown, children }: { shown: React.ReactNode; children: readonly string[] }) {
  const lines = children.filter(Boolean);
  if (lines.length === 0) return <p>{shown}</p>;
  return (
    <details>
      <summary className="more">{shown} </summary>
      {lines.map((line) => (
        <p key={line} className="text-xs text-quiet">
          {line}
        </p>
      ))}
    </details>
  );
}
