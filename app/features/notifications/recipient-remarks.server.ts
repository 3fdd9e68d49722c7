import type { Visit } from "#app/access/visit.server.ts";
import type { StoredNotification } from "#app/contract/notification.ts";

/** Recipients whom mails do not reach, each with the reason. */
export function recipientRemarks(
  { t }: Visit,
  { recipients, ownAddress }: Pick<StoredNotification, "recipients" | "ownAddress">,
): string[] {
  return [...recipients, ...(ownAddress ? [ownAddress] : [])].flatMap(
    ({ email, state, lastError: error }) => {
      const isReached = state === "member" || state === "confirmed";
      if (isReached && error === null) return [];
      return [
        `${email}: ${t(`notifications:recipientState.${isReached ? "failing" : state}`, { error: error ?? "" })}`,
      ];
    },
  );
}
