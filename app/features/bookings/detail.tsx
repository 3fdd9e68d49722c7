import { Form, href } from "react-router";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, OptionFields, TextAreaField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { OperationLog } from "#app/components/operation-log.tsx";
import { RequestId } from "#app/components/request-id.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { changeKinds } from "#app/contract/freight-code.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Attachments } from "./attachments.tsx";
import { ContentView } from "./content-view.tsx";
import type { BookingDetailView, DetailReply } from "./detail.server.ts";

/** A booking: state and what can be done, everything that it holds, its files, and who did what. */
export function BookingDetail({
  view,
  requestId,
  answer,
  conversation,
}: {
  view: BookingDetailView;
  requestId: string;
  answer: DetailReply | undefined;
  /** The way to its messages, which another feature gives; null for whoever has none. */
  conversation: React.ReactNode;
}) {
  const { t } = useText("booking-view");
  return (
    <div className="flex flex-col gap-4">
      <Head view={view}>{view.requests.length > 0 ? null : conversation}</Head>
      {view.warnings.length > 0 ? (
        <Alert kind="warning">
          <ul>
            {view.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <Service view={view} requestId={requestId} answer={answer} conversation={conversation} />
      {view.sections.length > 0 ? <ContentView sections={view.sections} /> : null}
      <Attachments view={view.attachments} requestId={requestId} />
      {view.canSaveTemplate ? <Template requestId={requestId} answer={answer} /> : null}
      <Card>
        <OperationLog log={view.log} />
      </Card>
      <p className="text-xs text-quiet">{t("zoneNote", { zone: view.zone })}</p>
    </div>
  );
}

function Head({ view, children }: { view: BookingDetailView; children: React.ReactNode }) {
  const { t } = useText("booking-view");
  return (
    <div className="flex flex-col gap-2">
      <p className="print:hidden">
        <Link to={href("/shipments/bookingList")} className="text-link underline">
          {t("detail.back")}
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl font-semibold">{view.heading}</h1>
        <StatusBadge status={view.status} label={view.statusLabel} />
      </div>
      {view.lane ? <p className="text-base">{view.lane}</p> : null}
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
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
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {view.actions.length > 0 ? (
        <p className="flex flex-wrap gap-3 print:hidden">
          {view.actions.map(({ href, label, kind }) => (
            <Link key={href} to={href} className={buttonStyle({ kind })}>
              {`${label} `}
            </Link>
          ))}
        </p>
      ) : null}
      {children}
    </div>
  );
}

/** From accepted on: the advice, what was asked so far, and the form to ask for a change. */
function Service({
  view: { service, requests },
  requestId,
  answer,
  conversation,
}: {
  view: BookingDetailView;
  requestId: string;
  answer: DetailReply | undefined;
  conversation: React.ReactNode;
}) {
  const { t } = useText("booking-view");
  if (!service && requests.length === 0) return null;
  const reply = answer?.intent === "requestChange" ? answer : undefined;
  return (
    <Card className="flex flex-col gap-4">
      <h2 id="requests" className="text-lg font-semibold">
        {t("service.title")}
      </h2>
      {service ? <p>{service.advice}</p> : null}
      {requests.length > 0 ? (
        <ol aria-label={t("service.conversation")} className="flex flex-col gap-3">
          {requests.map((request) => (
            <li key={request.at + request.text} className="rounded-md bg-muted px-4 py-3">
              <p className="text-xs text-quiet">
                {request.who} · {request.at}
              </p>
              <p className="font-medium">{request.kind}</p>
              <p className="whitespace-pre-line">{request.text}</p>
              {request.answer ? (
                <div className="mt-2 border-l-4 border-line pl-3">
                  <p className="text-xs text-quiet">{request.answer.title}</p>
                  <p className="whitespace-pre-line wrap-anywhere">{request.answer.text}</p>
                </div>
              ) : null}
            </li>
          ))}
        </ol>
      ) : null}
      {requests.length > 0 ? conversation : null}
      {service?.canAsk ? (
        <Form method="post" className="flex flex-col gap-3 print:hidden" key={requests.length}>
          <RequestId fresh={requestId} answer={reply} />
          <input type="hidden" name="intent" value="requestChange" />
          <OptionFields
            type="radio"
            field={answeredField({ id: "change-kind", name: "kind", value: reply?.typed.kind ?? "AMEND" })}
            legend={t("service.what")}
            options={changeKinds.map((kind) => ({ value: kind, label: t(`service.kind.${kind}`) }))}
          />
          <TextAreaField
            field={answeredField({
              id: "change-text",
              name: "text",
              value: reply?.typed.text,
              fault: reply?.fault,
            })}
            label={t("service.text")}
            required
            isAlert
          />
          <p>
            <Button kind="primary">{t("service.send")}</Button>
          </p>
        </Form>
      ) : null}
    </Card>
  );
}

function Template({ requestId, answer }: { requestId: string; answer: DetailReply | undefined }) {
  const { t } = useText("booking-view");
  const reply = answer?.intent === "saveTemplate" ? answer : undefined;
  return (
    <details open={reply ? true : undefined} className="print:hidden">
      <summary className="text-link underline">{t("saveTemplate.open")}</summary>
      <Form method="post" className="mt-3 flex flex-wrap items-end gap-3">
        <RequestId fresh={requestId} answer={reply} />
        <input type="hidden" name="intent" value="saveTemplate" />
        <div className="min-w-52">
          <InputField
            field={answeredField({
              id: "template-name",
              name: "name",
              value: reply?.typed.name,
              fault: reply?.fault,
            })}
            label={t("saveTemplate.name")}
            required
            isAlert
          />
        </div>
        <Button>{t("saveTemplate.save")}</Button>
      </Form>
    </details>
  );
}
