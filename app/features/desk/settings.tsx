import { Begun, BegunChoice } from "#app/components/begun-form.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, SelectField, TextAreaField } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { deskWeekdays, promisedKinds } from "#app/contract/desk-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { SettingsReply, SettingsView, Typed } from "./settings.server.ts";

interface Props {
  view: SettingsView;
  requestId: string;
  answer: SettingsReply | undefined;
}

/** The clock of the desk's promises, and who is away. */
export function Settings(props: Props) {
  const { t } = useText("inbox-list");
  const { view } = props;
  return (
    <div className="flex max-w-text flex-col gap-4">
      <Absence {...props} />
      <Section title={t("settingsPage.others")} layout="close">
        {view.others.length === 0 ? <p className="text-quiet">{t("settingsPage.nobodyAway")}</p> : null}
        <ul>
          {view.others.map(({ id, substitute, ...each }) => (
            <li key={id}>
              {`${t("settingsPage.awayLine", each)} `}
              <span className="text-quiet">
                {substitute
                  ? t("settingsPage.withSubstitute", { name: substitute })
                  : t("settingsPage.withoutSubstitute")}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Clock {...props} />
    </div>
  );
}

/** A field with what was typed, or what is stored. */
function fieldsOf(stored: Typed, answer: SettingsReply | undefined, intent: "clock" | "away") {
  const own = answer && (answer.typed.intent === "clock") === (intent === "clock") ? answer : undefined;
  return (id: string) =>
    answeredField({ id, value: own?.typed[id] ?? stored[id] ?? "", fault: own?.faults[id] });
}

function Absence({ view, requestId, answer }: Props) {
  const { t } = useText("inbox-list");
  const field = fieldsOf(view.away, answer, "away");
  return (
    <Section title={t("settingsPage.away")}>
      <PostForm key={JSON.stringify(view.away)} requestId={requestId} answer={answer}>
        <p className="text-quiet">{t("settingsPage.awayText")}</p>
        <div className="grid gap-4 sm:grid-cols-3">
          <InputField field={field("from")} label={t("settingsPage.from")} type="date" isAlert />
          <InputField field={field("until")} label={t("settingsPage.until")} type="date" isAlert />
          <SelectField
            field={field("substituteId")}
            label={t("settingsPage.substitute")}
            choices={[["", t("settingsPage.nobody")], ...view.colleagues]}
          />
        </div>
        <Actions>
          <Button kind="primary" name="intent" value="away">
            {t("settingsPage.saveAway")}
          </Button>
          {view.isAway ? (
            <Button name="intent" value="here">
              {t("settingsPage.here")}
            </Button>
          ) : null}
        </Actions>
      </PostForm>
    </Section>
  );
}

function Clock({ view, requestId, answer }: Props) {
  const { t } = useText("inbox-list");
  const field = fieldsOf(view.fields, answer, "clock");
  return (
    <Section title={t("settingsPage.clock")}>
      <PostForm key={view.version} requestId={requestId} answer={answer}>
        <Begun fields={view.fields} version={view.version} answer={answer} />
        {answer?.conflict ? <BegunChoice conflict={answer.conflict} intent="clock" /> : null}
        <p className="text-quiet">{t("settingsPage.clockText")}</p>
        <InputField field={field("timeZone")} label={t("settingsPage.timeZone")} isAlert />
        <fieldset className="flex flex-col gap-2">
          <legend className="font-medium">{t("settingsPage.hours")}</legend>
          <p className="text-xs text-quiet">{t("settingsPage.hoursText")}</p>
          <div className="grid gap-3 sm:grid-cols-2">
            {deskWeekdays.map((weekday) => (
              <InputField
                key={weekday}
                field={field(`hours-${weekday}`)}
                label={t(`settingsPage.weekday.d${weekday}`)}
                isAlert
              />
            ))}
          </div>
        </fieldset>
        <TextAreaField
          field={field("holidays")}
          label={t("settingsPage.holidays")}
          hint={t("settingsPage.holidaysText")}
          isAlert
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="font-medium">{t("settingsPage.promises")}</legend>
          <p className="text-xs text-quiet">{t("settingsPage.promisesText")}</p>
          <div className="grid gap-3 sm:grid-cols-2">
            {promisedKinds.map((kind) => (
              <InputField
                key={kind}
                field={field(`promise-${kind}`)}
                label={t(`kindName.${kind}`)}
                inputMode="decimal"
                isAlert
              />
            ))}
          </div>
        </fieldset>
        <InputField
          field={field("silenceHours")}
          label={t("settingsPage.silence")}
          inputMode="decimal"
          isAlert
        />
        <p>
          <Button kind="primary" name="intent" value="clock">
            {t("settingsPage.save")}
          </Button>
        </p>
      </PostForm>
    </Section>
  );
}
