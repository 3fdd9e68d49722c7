// Also in the browser: this file imports nothing.

/** A time as pages show it, alone or inside a text. `writeTime` makes it. */
export interface MomentView {
  text: string;
  /** The part of the text that is the time, where that is not all of it. */
  part?: string;
  /** "2026-11-26 10:55:00 UTC+08:00", or "2026-11-26" of a time that is known to the day. */
  stamp: string;
  /** The time on the other clock: of the place, or of the reader. */
  other?: string;
}

/** Of a time that cannot be written. */
export const noMoment: MomentView = { text: "", stamp: "" };

/** A text of a view, with its time marked if it has one. */
export type Line = string | MomentView;

/** The text alone: for keys, names and titles. */
export const textOf = (line: Line): string => (typeof line === "string" ? line : line.text);

/** A text around the time, which stays marked in it. */
export function aroundTime(moment: MomentView | "", write: (time: string) => string): Line {
  if (moment === "") return write("");
  const text = write(moment.text);
  return text.includes(moment.text) ? { ...moment, part: moment.text, text } : text;
}

/** The line after a label. */
export const labelled = (label: string, line: Line): Line =>
  typeof line === "string"
    ? `${label} ${line}`
    : { ...line, part: line.part ?? line.text, text: `${label} ${line.text}` };
