import { useNavigation } from "react-router";
import { EmptyState } from "#app/components/empty-state.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { jobModes } from "#app/contract/shipment-code.ts";
import { textOf } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { NamesReply, NamesView } from "./names.server.ts";

interface Props {
  view: NamesView;
  requestId: string;
  answer: NamesReply | undefined;
}

/** Names of carriers that nobody knows, with the two ways to know them; vessels without a name; what was assigned. */
export function Names(props: Props) {
  const { t } = useText("desk-names");
  const { view } = props;
  const isNothing = view.unknown.length === 0 && view.vessels.length === 0;
  return (
    <>
      <p className="text-quiet">{t("lead")}</p>
      {isNothing ? <EmptyState title={t("none")} text={t("noneText")} /> : null}
      {view.picked ? <Picked key={view.picked.name} {...props} picked={view.picked} /> : null}
      {view.unknown.length > 0 ? (
        <Section title={t("unknown")} layout="close">
          <ul className="flex flex-col gap-2">
            {view.unknown.map(({ name, text, href }) => (
              <li key={`${name} ${textOf(text)}`}>
                <Link to={href} className="inline-block py-1 text-link underline wrap-anywhere">
                  {name}
                </Link>{" "}
                <span className="text-xs text-quiet">{timed(text)}</span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {view.vessels.length > 0 ? <Vessels {...props} /> : null}
      {view.assigned.length > 0 ? <Assigned {...props} /> : null}
    </>
  );
}

function Picked({ view, picked, requestId, answer }: Props & { picked: { name: string; mode: string } }) {
  const { t } = useText("desk-names");
  const navigation = useNavigation();
  const isBusy = navigation.state === "submitting";
  const field = (name: string, value: string) =>
    answeredField({ id: `picked-${name}`, name, value, fault: answer?.faults[name] });
  const typed = answer?.typed ?? {};
  return (
    <Section title={t("picked", { name: picked.name })}>
      <PostForm requestId={requestId} answer={answer} layout="close" className="border-b border-line pb-4">
        <input type="hidden" name="name" value={picked.name} />
        <SelectField
          field={field("carrierCode", typed.carrierCode ?? "")}
          label={t("sameAs")}
          choices={[["", t("choose")], ...view.carriers]}
          required
          isAlert
        />
        <p>
          <Button kind="primary" name="intent" value="assign" aria-disabled={isBusy}>
            {t("assign")}
          </Button>
        </p>
      </PostForm>
      <PostForm requestId={requestId} answer={answer} layout="close">
        <input type="hidden" name="name" value={picked.name} />
        <InputField
          field={field("code", typed.code ?? "")}
          label={t("code")}
          hint={t("codeHint")}
          autoComplete="off"
          required
          isAlert
        />
        <InputField
          field={field("carrierName", typed.carrierName || picked.name)}
          label={t("carrierName")}
          autoComplete="off"
          required
          isAlert
        />
        <SelectField
          field={field("mode", typed.mode || picked.mode)}
          label={t("modeLabel")}
          choices={jobModes.map((mode) => [mode, t(`mode.${mode}`)])}
        />
        <p>
          <Button name="intent" value="add" aria-disabled={isBusy}>
            {t("add")}
          </Button>
        </p>
      </PostForm>
    </Section>
  );
}

function Vessels({ view, requestId, answer }: Props) {
  const { t } = useText("desk-names");
  const navigation = useNavigation();
  return (
    <Section title={t("vessels")} layout="close">
      <ul className="flex flex-col gap-4">
        {view.vessels.map(({ imo, text }) => {
          const reply = answer?.typed.imo === imo ? answer : undefined;
          const field = answeredField({
            id: `vessel-${imo}`,
            name: "name",
            value: reply?.typed.name,
            fault: reply?.faults.name,
          });
          return (
            <li key={imo}>
              <PostForm requestId={requestId} answer={reply} layout="line">
                <input type="hidden" name="imo" value={imo} />
                <InputField field={field} label={t("vessel", { imo })} hint={text} required isAlert />
                <Button
                  name="intent"
                  value="vessel"
                  aria-label={t("saveVessel", { imo })}
                  aria-disabled={navigation.state === "submitting"}
                >
                  {t("save")}
                </Button>
              </PostForm>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Assigned({ view, requestId }: Props) {
  const { t } = useText("desk-names");
  const navigation = useNavigation();
  return (
    <Section title={t("assignedTitle")} layout="close">
      <ul className="flex flex-col gap-3">
        {view.assigned.map(({ name, text, by }) => (
          <li key={name}>
            <PostForm requestId={requestId} layout="row">
              <input type="hidden" name="name" value={name} />
              <p className="min-w-0 wrap-anywhere">
                <span className="font-medium">{name}</span> <span>{`${t("means")} ${text}`}</span>{" "}
                <span className="text-xs text-quiet">{timed(by)}</span>
              </p>
              <Button
                name="intent"
                value="takeBack"
                aria-label={t("takeBackName", { name })}
                aria-disabled={navigation.state === "submitting"}
              >
                {t("takeBack")}
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
    </Section>
  );
}
