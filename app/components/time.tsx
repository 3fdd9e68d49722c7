/** A time, whose whole stamp is in `title`, with what `more` says of it. */
export const Time = ({ stamp, more = "", children }: { stamp: string; more?: string; children: string }) => (
  <time dateTime={stamp.replace(" UTC", "")} title={stamp + more}>
    {children}
  </time>
);

/** Between a line of a list and the stamp of its time, where rows are sent as texts. */
export const STAMP_MARK = "¦";

/** Such a line, as an element where it has a time. */
export function packedLine(packed: string): React.ReactNode {
  const [text = "", stamp] = packed.split(STAMP_MARK);
  return stamp ? <Time stamp={stamp}>{text}</Time> : text;
}
