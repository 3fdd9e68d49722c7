import { Fault } from "#app/components/fault.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { languages } from "#app/locales/translation.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/input.tsx";
import type { PreferencesView } from "./preferences.server.ts";

/** The value of `intent` that saves them. */
export const PREFERENCES = "preferences";

/** Language and times. The form loads the page anew, because its texts change with the language. */
export function PreferencesForm({
  view,
  requestId,
  fault,
}: {
  view: PreferencesView;
  requestId: string;
  fault: string | undefined;
}) {
  const { t } = useText(["account", "clock", "shell"]);
  const { t: clock } = useText("clock");
  const { t: shell } = useText();
  const device = view.deviceZone
    ? t("account:preferences.deviceZone", { zone: view.deviceZone })
    : t("account:preferences.device");
  return (
    <Section title={t("account:preferences.title")} layout="text">
      {fault ? <Fault className="mb-4">{fault}</Fault> : null}
      <PostForm requestId={requestId} layout="grid" reloadDocument>
        <input type="hidden" name="intent" value={PREFERENCES} />
        <Choice name="language" label={t("account:profile.language")} chosen={view.language}>
          {languages.map((each) => (
            <option key={each} value={each} lang={each === "zh" ? "zh-CN" : "en"}>
              {shell(`languageName.${each}`)}
            </option>
          ))}
        </Choice>
        <Choice name="clock" label={clock("legend")} chosen={view.clock}>
          {view.clocks.map((choice) => (
            <option key={choice} value={choice}>
              {t(`account:preferences.clock.${choice}`)}
            </option>
          ))}
        </Choice>
        <Choice name="timeZone" label={t("account:preferences.zone")} chosen={view.timeZone}>
          <option value="">{device}</option>
          {view.zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </Choice>
        <p className="self-end text-xs text-quiet sm:pb-2">
          {t("account:preferences.now", { time: view.now, zone: view.zoneName })}
        </p>
        <div className="sm:col-span-2">
          <Button kind="primary">{t("account:preferences.save")}</Button>
        </div>
      </PostForm>
    </Section>
  );
}

/** The label stands beside its select: around it, its text would hold all options. */
function Choice({
  name,
  label,
  chosen,
  children,
}: {
  name: string;
  label: string;
  chosen: string;
  children: React.ReactNode;
}) {
  return (
    <Field label={<span className="font-medium">{label}</span>}>
      <Select name={name} defaultValue={chosen}>
        {children}
      </Select>
    </Field>
  );
}
