import type { RowView } from "../list/row-view.ts";

/** Between two steps of the bar. */
const STEP = 17;

/**
 * The journey of a row in five steps: solid up to the last one reached, dotted onward. Badge and text beside it say
 * the same.
 */
export function JourneySteps({ step, status }: Pick<RowView, "step" | "status">) {
  if (!step) return null;
  const done = STEP * (step - 1);
  return (
    <svg viewBox="0 0 76 8" className={`steps ${status}`} aria-hidden="true">
      <path d="M4 4h68.1" strokeDasharray="0 17" />
      <path d={`M4 4h${done}`} />
      <circle cx={4 + done} cy="4" r="3" />
    </svg>
  );
}
