import { Form, href } from "react-router";
import { Begun, BegunChoice } from "#app/components/begun-form.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, SelectField, TextAreaField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { RequestId } from "#app/components/request-id.tsx";
import { deskWeekdays } from "#app/contract/desk-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { SettingsReply, SettingsView, Typed } from "./settings.server.ts";

interface Given {
  view: SettingsView;
  requestId: string;
  answer: SettingsReply | undefined;
}

/** The clock of the desk's promises, and who is away. */
export function Settings(given: Given) {
  const { t } = useText("inbox-list");
  const { view, answer } = given;
  return (
    <div className="flex max-w-text flex-col gap-4">
      <p>
        <Link to={href("/freightForwarder/index")} className="text-link underline">
          {t("back")}
        </Link>
      </p>
      {answer?.fault ? <Alert kind="danger">{answer.fault}</Alert> : null}
      <Absence {...given} />
      <Card className="flex flex-col gap-2">
        <h2 className="text-lg font-semibold">{t("settingsPage.others")}</h2>
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
      </Card>
      <Clock {...given} />
    </div>
  );
}

/** A field with what was typed, or what is stored. */
function fieldsOf(stored: Typed, answer: SettingsReply | undefined, intent: "clock" | "away") {
  const own = answer && (answer.typed.intent === "clock") === (intent === "clock") ? answer : undefined;
  return (id: string) =>
    answeredField({ id, value: own?.typed[id] ?? stored[id] ?? "", fault: own?.faults[id] });
}

function Absence({ view, requestId, answer }: Given) {
  const { t } = useText("inbox-list");
  const field = fieldsOf(view.away, answer, "away");
  return (
    <Card>
      <Form key={JSON.stringify(view.away)} method="post" className="flex flex-col gap-4">
        <RequestId fresh={requestId} answer={answer} />
        <h2 className="text-lg font-semibold">{t("settingsPage.away")}</h2>
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
        <p className="flex flex-wrap gap-3">
          <Button kind="primary" name="intent" value="away">
            {t("settingsPage.saveAway")}
          </Button>
          {view.isAway ? (
            <Button name="intent" value="here">
              {t("settingsPage.here")}
            </Button>
          ) : null}
        </p>
      </Form>
    </Card>
  );
}

function Clock({ view, requestId, answer }: Given) {
  const { t } = useText("inbox-list");
  const field = fieldsOf(view.fields, answer, "clock");
  return (
    <Card>
      <Form key={view.version} method="post" className="flex flex-col gap-4">
        <RequestId fresh={requestId} answer={answer} />
        <Begun fields={view.fields} version={view.version} answer={answer} />
        {answer?.conflict ? <BegunChoice conflict={answer.conflict} intent="clock" /> : null}
        <h2 className="text-lg font-semibold">{t("settingsPage.clock")}</h2>
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
            {view.kinds.map(([kind, label]) => (
              <InputField
                key={kind}
                field={field(`promise-${kind}`)}
                label={label}
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
      </Form>
    </Card>
  );
}
