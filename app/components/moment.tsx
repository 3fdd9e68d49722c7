import type { MomentView } from "#app/lib/moment.ts";
import { Time } from "./time.tsx";

/** A time, alone or in its text. */
export function Moment({ moment: { text, part = text, stamp, other } }: { moment: MomentView }) {
  if (!stamp) return text;
  const start = text.indexOf(part);
  return (
    <>
      {text.slice(0, start) || null}
      <Time stamp={stamp} more={other && ` · ${other}`}>
        {part}
      </Time>
      {text.slice(start + part.length) || null}
    </>
  );
}

/** What a view shows, as an element where it is or has a time. */
export function timed(shown: React.ReactNode | MomentView): React.ReactNode {
  // No element has such a property.
  const moment = shown as MomentView | null | undefined;
  return moment?.stamp === undefined ? (shown as React.ReactNode) : <Moment moment={moment} />;
}
