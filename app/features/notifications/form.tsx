import { href, useLocation, useNavigation } from "react-router";
import { Begun } from "#app/components/begun-form.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { FormBar } from "#app/components/form-bar.tsx";
import { InputField, OptionFields, SelectField, TextAreaField } from "#app/components/form-controls.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useRowForm } from "#app/components/row-form.ts";
import { ScheduleFields } from "#app/components/schedule-fields.tsx";
import {
  NOTIFICATION_NAME_MAX,
  notificationChannels,
  notificationScopes,
  RULES_MAX,
  ruleJoins,
} from "#app/contract/notification-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { EditReply, loadForm } from "./edit.server.ts";
import { type Fields, FORM_ID, type NotificationFields } from "./fields.ts";
import { RulesSection } from "./rules-section.tsx";
import { TrialView } from "./trial-view.tsx";

type Start = Awaited<ReturnType<typeof loadForm>>;

/** Makes or changes a notification. CSS hides what the chosen rule or rhythm does not need. */
export function NotificationForm({
  start,
  requestId,
  answer,
}: {
  start: Start;
  requestId: string;
  answer: EditReply | undefined;
}) {
  const { t } = useText("notifications");
  const navigation = useNavigation();
  const { pathname, search } = useLocation();
  const [form, fields] = useRowForm<NotificationFields, Fields>({ id: FORM_ID, start, answer });
  const labels = useLabels(fields.rules.getFieldList().length, start.schedule);
  const trial = answer ? answer.trial : start.trial;
  return (
    <FieldForm
      form={form}
      labels={labels}
      requestId={requestId}
      answer={answer}
      onSubmit={form.onSubmit}
      preventScrollReset
    >
      {start.id ? <Begun fields={{ ...start.fields }} version={start.version} answer={answer} /> : null}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        {t("save")}
      </button>
      <Section title={t("field.rules")}>
        <InputField field={fields.name} label={labels.name!} maxLength={NOTIFICATION_NAME_MAX} />
        <SelectField
          field={fields.scope}
          label={labels.scope!}
          choices={notificationScopes.map((each) => [each, t(`scope.${each}`)])}
        />
        <RulesSection form={form} field={fields.rules} most={RULES_MAX} places={start.places} />
        <OptionFields
          field={fields.join}
          type="radio"
          legend={labels.join!}
          options={ruleJoins.map((value) => ({ value, label: t(`join.${value}`) }))}
        />
      </Section>
      <ScheduleFields fields={fields} view={start.schedule} />
      <Section title={t("field.channel")}>
        <OptionFields
          field={fields.channel}
          type="radio"
          legend={labels.channel!}
          options={notificationChannels.map((value) => ({ value, label: t(`channel.${value}`) }))}
        />
        <TextAreaField
          field={fields.recipients}
          label={labels.recipients!}
          hint={t("hint.recipients")}
          rows={3}
          inputMode="email"
          autoComplete="off"
        />
        {start.remarks.map((remark) => (
          <Alert key={remark} kind="warning">
            {remark}
          </Alert>
        ))}
      </Section>
      {trial ? <TrialView trial={trial} /> : null}
      <FormBar>
        <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
          {t("save")}
        </Button>
        <Button name="intent" value="rehearse" formAction={`${pathname}${search}#trial`}>
          {t("rehearse")}
        </Button>
        <ButtonLink to={href("/account/notificationSetting")}>{t("back")}</ButtonLink>
      </FormBar>
    </FieldForm>
  );
}

const fieldNames = ["name", "scope", "rules", "join", "channel", "recipients"] as const;

function useLabels(rows: number, schedule: Start["schedule"]): Record<string, string> {
  const { t } = useText("notifications");
  const ruleLabels = Array.from({ length: rows }, (_, index) => [
    [`rules[${index}].what`, t("row", { number: index + 1 })],
    [`rules[${index}].value`, t("row", { number: index + 1 })],
  ]).flat();
  const own = fieldNames.map((name) => [name, t(`field.${name}`)]);
  return { ...schedule.labels, ...Object.fromEntries([...own, ...ruleLabels]) };
}
