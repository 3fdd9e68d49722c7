import type { RowView } from "../list/row-view.ts";

/** From the beginning of a step to that of the next. */
const STEP = 24;

/**
 * The journey of a row in five parts, filled up to the last one reached. Badge and text beside it say the same.
 */
export function JourneySteps({ step, status }: Pick<RowView, "step" | "status">) {
  if (!step) return null;
  return (
    <svg viewBox="0 0 118 4" className={`steps ${status}`} aria-hidden="true">
      <path d="M0 2h118" strokeDasharray="21 3" />
      <path d={`M0 2h${STEP * step - 3}`} strokeDasharray="21 3" />
    </svg>
  );
}
