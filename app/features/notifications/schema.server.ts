import { z } from "zod";
import { requiredFields } from "#app/components/form-reply.server.ts";
import { scheduleRead, scheduleShape } from "#app/components/schedule.server.ts";
import {
  NOTIFICATION_NAME_MAX,
  notificationChannels,
  notificationScopes,
  RECIPIENTS_MAX,
  RULE_TEXT_MAX,
  RULES_MAX,
  ruleJoins,
  ruleKinds,
} from "#app/contract/notification-code.ts";
import { isChoiceRule, isDayRule, readRule } from "#app/lib/notification-rule.ts";
import type { Translate } from "#app/locales/translation.ts";

/** From the form's text fields to the provider's input. Messages are texts already. */
export function notificationSchema(t: Translate) {
  return notificationShape(t).transform(({ unit, every, weekday, monthDay, time, zone, ...rest }) => ({
    ...rest,
    schedule: scheduleRead({ unit, every, weekday, monthDay, time, zone }),
  }));
}

/** Names of the fields that are always required. */
export const requiredInNotification = (t: Translate) => requiredFields(notificationShape(t));

function notificationShape(t: Translate) {
  const empty = { error: t("notifications:fault.empty") };
  const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
    z.enum(values, { error: t("notifications:fault.choice") });
  return z.object({
    name: z
      .string(empty)
      .trim()
      .min(1, t("notifications:fault.empty"))
      .max(NOTIFICATION_NAME_MAX, t("notifications:fault.tooLong", { max: NOTIFICATION_NAME_MAX })),
    join: choice(ruleJoins),
    rules: z.array(ruleSchema(t)).min(1, t("notifications:fault.empty")).max(RULES_MAX),
    scope: choice(notificationScopes),
    channel: choice(notificationChannels),
    recipients: recipients(t),
    ...scheduleShape(t),
  });
}

function ruleSchema(t: Translate) {
  return z
    .object({ what: z.string({ error: t("notifications:fault.choice") }), value: z.string().default("") })
    .transform(({ what, value }, context) => {
      const [name, chosen] = what.split(":");
      const kind = ruleKinds.find((each) => each === name);
      if (!kind) {
        context.addIssue({ code: "custom", path: ["what"], message: t("notifications:fault.choice") });
        return z.NEVER;
      }
      const rule = { kind, value: isChoiceRule(kind) ? (chosen ?? "") : value.trim() };
      const read = readRule(rule);
      if ("fault" in read && (read.fault === "empty" || read.fault === "tooLong")) {
        const max = { max: RULE_TEXT_MAX };
        context.addIssue({
          code: "custom",
          path: [isChoiceRule(kind) ? "what" : "value"],
          message: t(`notifications:fault.${read.fault}`, max),
        });
      }
      // Days and container numbers are judged by the provider, which knows the places as well.
      return isDayRule(kind) || !("value" in read) ? rule : { kind, value: read.value };
    });
}

function recipients(t: Translate) {
  return z
    .string()
    .default("")
    .transform((typed, context) => {
      const emails = typed
        .split(/[\s,;，；、]+/)
        .map((email) => email.trim().toLowerCase())
        .filter(Boolean);
      for (const text of emails)
        if (!z.email().max(254).safeParse(text).success)
          context.addIssue({
            code: "custom",
            message: t("notifications:fault.email", { text: text.slice(0, 100) }),
          });
      if (emails.length > RECIPIENTS_MAX)
        context.addIssue({
          code: "custom",
          message: t("notifications:fault.tooMany", { most: RECIPIENTS_MAX }),
        });
      return [...new Set(emails)];
    });
}
