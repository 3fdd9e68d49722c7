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
