import type { TFunction } from "i18next";
import type { SessionFault } from "#app/access/trouble.ts";

/** The sentence under the title of an account state; a lock that does not say for how long names no time. */
export function accountText(t: TFunction<"errors">, state: SessionFault, minutes: number | null): string {
  return state === "locked" && minutes === null
    ? t("accountState.locked.textOpen")
    : t(`accountState.${state}.text`, { minutes: minutes ?? 0 });
}
