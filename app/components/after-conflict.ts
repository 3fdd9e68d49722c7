import type { ShouldRevalidateFunctionArgs } from "react-router";
import { CODE_CONFLICT } from "#app/contract/code.ts";

/** `shouldRevalidate` of a page: after a refusal for what somebody else did, it shows how things stand now. */
export function afterConflict({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === CODE_CONFLICT || defaultShouldRevalidate;
}
