import type { Visit } from "#app/access/visit.server.ts";
import { scheduleText } from "#app/components/schedule.server.ts";
import type { StoredNotification } from "#app/contract/notification.ts";
import type { NotificationRule } from "#app/lib/notification-rule.ts";

/** What a notification says, as far as its sentence needs it. */
export type NotificationTerms = Pick<StoredNotification, "join" | "scope" | "channel" | "schedule"> & {
  rules: readonly (NotificationRule & { placeName?: string | null })[];
  recipients: readonly string[];
};

/** The notification read back as a sentence, in the reader's language. */
export function sentenceOf({ t }: Visit, notification: NotificationTerms): string {
  const rules = notification.rules.map((rule) => ruleText(t, rule));
  const names = notification.recipients.length > 0 ? notification.recipients : [t("notifications:me")];
  return t("notifications:sentence", {
    when: scheduleText(t, notification.schedule),
    scope: t(`notifications:sentenceScope.${notification.scope}`),
    rules: rules.join(notification.join === "AND" ? t("notifications:and") : t("notifications:or")),
    to: t(`notifications:to.${notification.channel}`, { names: names.join(t("notifications:comma")) }),
  });
}

/** One condition as people read it. */
export function ruleText(
  t: Visit["t"],
  { kind, value, placeName }: NotificationTerms["rules"][number],
): string {
  switch (kind) {
    case "status":
      return t("notifications:rule.status", { value: t(`notifications:statusName.${value as "BOOKED"}`) });
    case "mode":
      return t("notifications:rule.mode", { value: t(`notifications:modeName.${value as "AIR"}`) });
    case "milestone":
      return t("notifications:rule.milestone", { value: t(`notifications:milestone.${value as "atd"}`) });
    case "etaWithin":
    case "etaSlipped":
    case "lastFreeDay":
      return t(`notifications:rule.${kind}`, { days: value });
    case "origin":
    case "destination": {
      const place = placeName && placeName !== value ? `${placeName} (${value})` : value;
      return t(`notifications:rule.${kind}`, { value: place });
    }
    default:
      return t(`notifications:rule.${kind}`, { value });
  }
}
