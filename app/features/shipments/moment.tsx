import type { MomentView } from "./moment.server.ts";

/** A time and its zone, which stay together where the line ends. */
export function Moment({ moment }: { moment: MomentView }) {
  return (
    <>
      {moment.text}
      {moment.zone ? <span className="whitespace-nowrap"> {moment.zone}</span> : null}
    </>
  );
}
