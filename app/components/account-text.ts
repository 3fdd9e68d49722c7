import type { TFunction } from "i18next";
import type { SessionFault } from "#app/access/trouble.ts";

/** Text under the title of an account state; without a duration a lock names no time. */
export function accountText(
  t: TFunction<"account-state">,
  state: SessionFault,
  minutes: number | null,
): string {
  return state === "locked" && minutes === null
    ? t("locked.textOpen")
    : t(`${state}.text`, { minutes: minutes ?? 0 });
}
