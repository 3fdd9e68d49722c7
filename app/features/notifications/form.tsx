import { Form, href, Link, useLocation, useNavigation } from "react-router";
import { ErrorSummary, RequestId } from "#app/components/form.tsx";
import { FormBar } from "#app/components/form-bar.tsx";
import { InputField, OptionFields, SelectField, TextAreaField } from "#app/components/form-controls.tsx";
import { FormSection } from "#app/components/form-section.tsx";
import { useRowForm } from "#app/components/row-form.ts";
import {
  NOTIFICATION_NAME_MAX,
  notificationChannels,
  notificationScopes,
  RULES_MAX,
  ruleJoins,
  scheduleUnits,
} from "#app/contract/notification-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import type { EditReply, loadForm } from "./edit.server.ts";
import { type Fields, FORM_ID, type NotificationFields } from "./fields.ts";
import { RulesSection } from "./rules-section.tsx";
import { TrialView } from "./trial-view.tsx";

type Start = Awaited<ReturnType<typeof loadForm>>;

const WEEKDAYS = ["1", "2", "3", "4", "5", "6", "7"] as const;
const weekOnly = "hidden group-has-[option[value=week]:checked]:block";
const monthOnly = "hidden group-has-[option[value=month]:checked]:block";
const notDaily = "group-has-[option[value=day]:checked]:hidden";

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
  const labels = useLabels(fields.rules.getFieldList().length);
  const trial = answer ? answer.trial : start.trial;
  return (
    <>
      <ErrorSummary form={form} labels={labels} />
      <Form
        method="post"
        id={form.id}
        noValidate
        onSubmit={form.onSubmit}
        preventScrollReset
        className="flex flex-col gap-4"
      >
        <RequestId fresh={requestId} answer={answer} />
        {start.version === null ? null : <input type="hidden" name="version" value={start.version} />}
        {start.isOn ? null : <input type="hidden" name="isOn" value="false" />}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          {t("save")}
        </button>
        <FormSection title={t("field.rules")}>
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
        </FormSection>
        <ScheduleSection fields={fields} labels={labels} zones={start.zones} />
        <FormSection title={t("field.channel")}>
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
        </FormSection>
        {trial ? <TrialView trial={trial} /> : null}
        <FormBar>
          <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
            {t("save")}
          </Button>{" "}
          <Button name="intent" value="rehearse" formAction={`${pathname}${search}#trial`}>
            {t("rehearse")}
          </Button>{" "}
          <Link to={href("/account/notificationSetting")} className={buttonStyle()}>
            {t("back")}
          </Link>
        </FormBar>
      </Form>
    </>
  );
}

function ScheduleSection({
  fields,
  labels,
  zones,
}: {
  fields: Fields;
  labels: Record<string, string>;
  zones: Start["zones"];
}) {
  const { t } = useText("notifications");
  return (
    <FormSection title={t("field.unit")} className="group">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          field={fields.unit}
          label={labels.unit!}
          choices={scheduleUnits.map((each) => [each, t(`unit.${each}`)])}
        />
        <div className={notDaily}>
          <InputField field={fields.every} label={labels.every!} hint={t("hint.every")} inputMode="numeric" />
        </div>
        <div className={weekOnly}>
          <SelectField
            field={fields.weekday}
            label={labels.weekday!}
            choices={WEEKDAYS.map((each) => [each, t(`weekday.${each}`)])}
          />
        </div>
        <div className={monthOnly}>
          <InputField
            field={fields.monthDay}
            label={labels.monthDay!}
            hint={t("hint.monthDay")}
            inputMode="numeric"
          />
        </div>
        <InputField field={fields.time} label={labels.time!} type="time" />
        <SelectField field={fields.zone} label={labels.zone!} choices={zones} />
      </div>
    </FormSection>
  );
}

const fieldNames = [
  ...(["name", "scope", "rules", "join", "unit", "every", "weekday", "monthDay"] as const),
  ...(["time", "zone", "channel", "recipients"] as const),
] as const;

function useLabels(rows: number): Record<string, string> {
  const { t } = useText("notifications");
  const ruleLabels = Array.from({ length: rows }, (_, index) => [
    [`rules[${index}].what`, t("row", { number: index + 1 })],
    [`rules[${index}].value`, t("row", { number: index + 1 })],
  ]).flat();
  return Object.fromEntries([...fieldNames.map((name) => [name, t(`field.${name}`)]), ...ruleLabels]);
}
