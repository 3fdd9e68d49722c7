import { Form, href, useNavigation } from "react-router";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, TextAreaField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { OperationLog } from "#app/components/operation-log.tsx";
import { RequestId } from "#app/components/request-id.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Attachments } from "../attachments.tsx";
import { ContentView } from "../content-view.tsx";
import type { DeskBookingView, DeskIntent, DeskReply } from "./booking.server.ts";
import type { CarrierReply } from "./carrier-message.server.ts";
import { CarrierMessage } from "./carrier-message.tsx";

interface Given {
  view: DeskBookingView;
  requestId: string;
  answer: DeskReply | undefined;
}

/** A booking at the forwarder's desk: whose it is, what can be answered, everything that it holds, and who did what. */
export function DeskBooking({
  conversation,
  sendAnswer,
  ...given
}: Given & { conversation: React.ReactNode; sendAnswer: CarrierReply | undefined }) {
  const { t } = useText("desk-booking");
  const { view, requestId, answer } = given;
  return (
    <>
      {answer?.fault ? <Alert kind="danger">{answer.fault}</Alert> : null}
      {sendAnswer?.fault ? <Alert kind="danger">{sendAnswer.fault}</Alert> : null}
      <Facts view={view} />
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        {view.shipment ? (
          <Link to={view.shipment.href} className={buttonStyle({ kind: "primary" })}>
            {view.shipment.label}
          </Link>
        ) : null}
        {view.makeHref ? (
          <Link to={view.makeHref} className={buttonStyle({ kind: "primary" })}>
            {t("shipment.make")}
          </Link>
        ) : null}{" "}
        {conversation}
      </div>
      {view.warnings.length > 0 ? (
        <Alert kind="warning">
          <ul>
            {view.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <Answers {...given} />
      {view.changes.length > 0 ? <Changes {...given} /> : null}
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

function Facts({ view }: { view: DeskBookingView }) {
  const { t } = useText("desk-booking");
  return (
    <div className="flex flex-col gap-2">
      <p>
        <StatusBadge status={view.status} label={view.statusLabel} />
        <span className="text-base">{view.lane}</span>
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        <div>
          <dt className="text-xs text-quiet">{t("customer")}</dt>
          <dd className="wrap-anywhere font-medium">{view.company}</dd>
        </div>
        {view.links.map(({ label, text, href }) => (
          <div key={label}>
            <dt className="text-xs text-quiet">{label}</dt>
            <dd>
              {href ? (
                <Link to={href} className="text-link underline">
                  {text}
                </Link>
              ) : (
                text
              )}
            </dd>
          </div>
        ))}
        {view.facts.map(([label, text]) => (
          <div key={label}>
            <dt className="text-xs text-quiet">{label}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Answers({ view, requestId, answer }: Given) {
  const { t } = useText("desk-booking");
  const may = (intent: DeskIntent) => view.intents.includes(intent);
  // What was typed stays in sight although somebody else was faster.
  const isKept = (intent: DeskIntent) =>
    may(intent) || (answer?.intent === intent && answer.typed.text !== "");
  if (!(["accept", "confirm", "askBack", "decline"] as const).some(isKept)) return null;
  const form = { view, requestId, answer };
  return (
    <Card className="flex flex-col gap-4 print:hidden">
      <h2 id="answer" className="text-lg font-semibold">
        {t("answer.title")}
      </h2>
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
    </Card>
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
}: Given & {
  intent: DeskIntent;
  label: string;
  kind?: "primary" | "danger";
  children: React.ReactNode;
}) {
  const navigation = useNavigation();
  const reply = answer?.intent === intent ? answer : undefined;
  return (
    <Form
      method="post"
      action={href("/freightForwarder/booking/:id", { id: view.id })}
      className="flex flex-col gap-3 border-b border-line pb-4 last:border-0 last:pb-0"
    >
      <RequestId fresh={requestId} answer={reply} />
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={view.version} />
      {children}
      <p>
        <Button kind={kind} aria-disabled={navigation.state === "submitting"}>
          {label}
        </Button>
      </p>
    </Form>
  );
}

function Changes({ view, requestId, answer }: Given) {
  const { t } = useText("desk-booking");
  const navigation = useNavigation();
  return (
    <Card className="flex flex-col gap-4">
      <h2 id="changes" className="text-lg font-semibold">
        {t("change.title")}
      </h2>
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
                {change.who} · {change.at}
              </p>
              <p className="font-medium">{change.kind}</p>
              <p className="wrap-anywhere whitespace-pre-line">{change.text}</p>
              {change.answer ? (
                <div className="mt-2 border-l-4 border-line pl-3">
                  <p className="text-xs text-quiet">{change.answer.title}</p>
                  <p className="wrap-anywhere whitespace-pre-line">{change.answer.text}</p>
                  <p className="text-xs text-quiet">{change.answer.by}</p>
                </div>
              ) : null}
              {!change.answer || reply?.typed.text ? (
                <Form method="post" className="mt-3 flex flex-col gap-3 print:hidden">
                  <RequestId fresh={requestId} answer={reply} />
                  <input type="hidden" name="change" value={change.id} />
                  <TextAreaField field={field} label={t("change.text")} required isAlert />
                  <p className="flex flex-wrap gap-3">
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
                  </p>
                </Form>
              ) : null}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
