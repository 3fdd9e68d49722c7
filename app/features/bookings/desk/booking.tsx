import { href, useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, TextAreaField } from "#app/components/form-controls.tsx";
import { timed } from "#app/components/moment.tsx";
import { OperationLog } from "#app/components/operation-log.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Attachments } from "../attachments.tsx";
import { ContentView } from "../content-view.tsx";
import type { DeskBookingView, DeskIntent, DeskReply } from "./booking.server.ts";
import type { CarrierReply } from "./carrier-message.server.ts";
import { CarrierMessage } from "./carrier-message.tsx";

interface Props {
  view: DeskBookingView;
  requestId: string;
  answer: DeskReply | undefined;
}

/** A booking at the forwarder's desk: whose it is, what can be answered, everything that it holds, and who did what. */
export function DeskBooking({
  conversation,
  sendAnswer,
  ...rest
}: Props & { conversation: React.ReactNode; sendAnswer: CarrierReply | undefined }) {
  const { t } = useText("desk-booking");
  const { view, requestId } = rest;
  return (
    <>
      <Standing view={view} />
      <Actions className="print:hidden">
        {view.shipment ? (
          <ButtonLink to={view.shipment.href} kind="primary">
            {view.shipment.label}
          </ButtonLink>
        ) : null}
        {view.makeHref ? (
          <ButtonLink to={view.makeHref} kind="primary">
            {t("shipment.make")}
          </ButtonLink>
        ) : null}
        {conversation}
      </Actions>
      {view.warnings.length > 0 ? (
        <Alert kind="warning">
          <ul>
            {view.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <Answers {...rest} />
      {view.changes.length > 0 ? <Changes {...rest} /> : null}
      {view.sections.length > 0 ? <ContentView sections={view.sections} /> : null}
      <Attachments view={view.attachments} requestId={requestId} />
      {view.message ? (
        <CarrierMessage
          view={view.message}
          version={view.version}
          requestId={requestId}
          answer={sendAnswer}
        />
      ) : null}
      <Card>
        <OperationLog log={view.log} />
      </Card>
    </>
  );
}

function Standing({ view }: { view: DeskBookingView }) {
  const { t } = useText("desk-booking");
  return (
    <div className="flex flex-col gap-2">
      <p>
        <StatusBadge status={view.status} label={view.statusLabel} />
        <span className="text-base">{view.lane}</span>
      </p>
      <Facts
        facts={[
          { label: t("customer"), value: <span className="font-medium">{view.company}</span> },
          ...view.links.map(({ label, text, href }) => ({ label, value: text, href })),
          ...view.facts,
        ]}
      />
    </div>
  );
}

function Answers({ view, requestId, answer }: Props) {
  const { t } = useText("desk-booking");
  const may = (intent: DeskIntent) => view.intents.includes(intent);
  // What was typed stays in sight although somebody else was faster.
  const isKept = (intent: DeskIntent) =>
    may(intent) || (answer?.intent === intent && answer.typed.text !== "");
  if (!(["accept", "confirm", "askBack", "decline"] as const).some(isKept)) return null;
  const form = { view, requestId, answer };
  return (
    <Section title={t("answer.title")} id="answer" className="print:hidden">
      {may("accept") ? (
        <AnswerForm {...form} intent="accept" kind="primary" label={t("answer.accept")}>
          <p className="text-quiet">{t("answer.acceptText")}</p>
        </AnswerForm>
      ) : null}
      {isKept("confirm") ? (
        <AnswerForm {...form} intent="confirm" kind="primary" label={t("answer.confirm")}>
          <InputField
            field={fieldOf("confirm", answer)}
            label={t("answer.carrierBookingNumber")}
            hint={t("answer.carrierBookingHint")}
            autoComplete="off"
            required
            isAlert
          />
        </AnswerForm>
      ) : null}
      {isKept("askBack") ? (
        <AnswerForm {...form} intent="askBack" label={t("answer.askBack")}>
          <TextAreaField
            field={fieldOf("askBack", answer)}
            label={t("answer.question")}
            hint={t("answer.questionHint")}
            required
            isAlert
          />
        </AnswerForm>
      ) : null}
      {isKept("decline") ? (
        <AnswerForm {...form} intent="decline" kind="danger" label={t("answer.decline")}>
          <TextAreaField
            field={fieldOf("decline", answer)}
            label={t("answer.reason")}
            hint={t("answer.reasonHint")}
            required
            isAlert
          />
        </AnswerForm>
      ) : null}
    </Section>
  );
}

/** The one text of an answer's form. */
function fieldOf(intent: DeskIntent, answer: DeskReply | undefined) {
  const reply = answer?.intent === intent ? answer : undefined;
  return answeredField({ id: intent, name: "text", value: reply?.typed.text, fault: reply?.fieldFault });
}

function AnswerForm({
  view,
  requestId,
  answer,
  intent,
  label,
  kind,
  children,
}: Props & {
  intent: DeskIntent;
  label: string;
  kind?: "primary" | "danger";
  children: React.ReactNode;
}) {
  const navigation = useNavigation();
  const reply = answer?.intent === intent ? answer : undefined;
  return (
    <PostForm
      requestId={requestId}
      answer={reply}
      layout="close"
      className="border-b border-line pb-4 last:border-0 last:pb-0"
      action={href("/freightForwarder/booking/:id", { id: view.id })}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={view.version} />
      {children}
      <p>
        <Button kind={kind} aria-disabled={navigation.state === "submitting"}>
          {label}
        </Button>
      </p>
    </PostForm>
  );
}

function Changes({ view, requestId, answer }: Props) {
  const { t } = useText("desk-booking");
  const navigation = useNavigation();
  return (
    <Section title={t("change.title")} id="changes">
      <ol className="flex flex-col gap-4">
        {view.changes.map((change) => {
          const reply = answer?.typed.changeId === change.id ? answer : undefined;
          const field = answeredField({
            id: `change-${change.id}`,
            name: "text",
            value: reply?.typed.text,
            fault: reply?.fieldFault,
          });
          return (
            <li key={change.id} className="rounded-md bg-muted px-4 py-3">
              <p className="text-xs text-quiet">
                {change.who} · {timed(change.at)}
              </p>
              <p className="font-medium">{change.kind}</p>
              <p className="wrap-anywhere whitespace-pre-line">{change.text}</p>
              {change.answer ? (
                <div className="mt-2 border-l-4 border-line pl-3">
                  <p className="text-xs text-quiet">{timed(change.answer.title)}</p>
                  <p className="wrap-anywhere whitespace-pre-line">{change.answer.text}</p>
                  <p className="text-xs text-quiet">{timed(change.answer.by)}</p>
                </div>
              ) : null}
              {!change.answer || reply?.typed.text ? (
                <PostForm requestId={requestId} answer={reply} layout="close" className="mt-3 print:hidden">
                  <input type="hidden" name="change" value={change.id} />
                  <TextAreaField field={field} label={t("change.text")} required isAlert />
                  <Actions>
                    <Button
                      name="intent"
                      value="grant"
                      kind="primary"
                      aria-disabled={navigation.state === "submitting"}
                    >
                      {t("change.grant")}
                    </Button>
                    <Button name="intent" value="refuse" aria-disabled={navigation.state === "submitting"}>
                      {t("change.refuse")}
                    </Button>
                  </Actions>
                </PostForm>
              ) : null}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
