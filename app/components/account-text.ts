import type { TFunction } from "i18next";
import type { SessionFault } from "#app/access/trouble.ts";

/** Text under the title of an account state; without a duration a lock names no time. */
export function accountText(t: TFunction<"errors">, state: SessionFault, minutes: number | null): string {
  return state === "locked" && minutes === null
    ? t("accountState.locked.textOpen")
    : t(`accountState.${state}.text`, { minutes: minutes ?? 0 });
}
