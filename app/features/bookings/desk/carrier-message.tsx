import { href, useNavigation } from "react-router";
import { CopyButton } from "#app/components/copy-button.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { timed } from "#app/components/moment.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { textOf } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import type { CarrierMessageView, CarrierReply } from "./carrier-message.server.ts";

interface Props {
  view: CarrierMessageView;
  version: number;
  requestId: string;
  answer: CarrierReply | undefined;
}

const kinds = {
  WAITING: "info",
  SENT: "success",
  REFUSED: "danger",
  FAILED: "danger",
  STOPPED: "neutral",
} as const;

/** The message of a booking by sea to its carrier: as text, to send, and what became of it. */
export function CarrierMessage(props: Props) {
  const { t } = useText("desk-booking");
  const { view } = props;
  return (
    <Section title={t("dcsa.title")} id="carrier" layout="close" className="min-w-0 print:hidden">
      <p className="text-quiet">{t("dcsa.text")}</p>
      {view.lacking ? <p className="wrap-anywhere text-warning">{view.lacking}</p> : null}
      <Collapsible summary={t("dcsa.copy")}>
        <p className="mt-2">
          <CopyButton text={view.text} label={t("dcsa.copy")} />
        </p>
        <pre className="mt-2 max-w-full text-xs wrap-anywhere whitespace-pre-wrap">{view.text}</pre>
      </Collapsible>
      {view.sends.length > 0 ? <Sends {...props} /> : null}
      <SendForm {...props} />
    </Section>
  );
}

function SendForm({ view, version, requestId, answer }: Props) {
  const { t } = useText("desk-booking");
  const navigation = useNavigation();
  if (!view.form) return view.sends.length > 0 ? null : <p className="text-quiet">{t("send.none")}</p>;
  const field = (name: "carrierCode" | "contract", value: string) =>
    answeredField({ id: `send-${name}`, name, value, fault: answer?.faults[name] });
  return (
    <PostForm
      requestId={requestId}
      answer={answer}
      layout="close"
      className="border-t border-line pt-4"
      action={href("/freightForwarder/booking/:id", { id: view.id })}
    >
      <h3 className="font-semibold">{t("send.title")}</h3>
      <p className="text-quiet">{t("send.text")}</p>
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="version" value={version} />
      <SelectField
        field={field("carrierCode", answer?.carrierCode || view.form.proposed)}
        label={t("send.carrier")}
        choices={[["", t("send.choose")], ...view.form.carriers]}
        required
        isAlert
      />
      <InputField
        field={field("contract", answer?.contract ?? "")}
        label={t("send.contract")}
        autoComplete="off"
        required
        isAlert
      />
      <p>
        <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
          {t("send.send")}
        </Button>
      </p>
    </PostForm>
  );
}

function Sends({ view, requestId }: Props) {
  const { t } = useText("desk-booking");
  const navigation = useNavigation();
  return (
    <section aria-labelledby="sends" className="flex flex-col gap-3">
      <h3 id="sends" className="font-semibold">
        {t("send.list")}
      </h3>
      <ol className="flex flex-col gap-3">
        {view.sends.map((sent) => (
          <li key={sent.id} className="flex flex-col gap-1 rounded-md bg-muted px-4 py-3">
            <p className="flex flex-wrap gap-2">
              <span className="font-medium">{sent.title}</span>{" "}
              <Badge kind={kinds[sent.status]}>{t(`send.status.${sent.status}`)}</Badge>
            </p>
            {sent.warnings.map((warning) => (
              <p key={warning} className="text-warning">
                {warning}
              </p>
            ))}
            {sent.answer ? (
              <div className="border-l-4 border-line pl-3">
                <p className="text-xs text-quiet">{t("send.answer")}</p>
                <p className="wrap-anywhere whitespace-pre-line">{sent.answer}</p>
              </div>
            ) : null}
            {sent.facts.map((fact) => (
              <p key={textOf(fact)} className="text-xs wrap-anywhere text-quiet">
                {timed(fact)}
              </p>
            ))}
            {sent.actions.length > 0 ? (
              <PostForm
                requestId={requestId}
                layout="row"
                className="mt-2"
                action={href("/freightForwarder/booking/:id", { id: view.id })}
              >
                <input type="hidden" name="send" value={sent.id} />
                {sent.actions.map((action) => (
                  <Button
                    key={action}
                    name="intent"
                    value={action}
                    aria-disabled={navigation.state === "submitting"}
                  >
                    {t(`send.${action}`)}
                  </Button>
                ))}
              </PostForm>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
