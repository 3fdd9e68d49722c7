import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, OptionFields, TextAreaField } from "#app/components/form-controls.tsx";
import { timed } from "#app/components/moment.tsx";
import { OperationLog } from "#app/components/operation-log.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { PageHead } from "#app/components/page/head.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { changeKinds } from "#app/contract/freight-code.ts";
import { textOf } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
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
      <PageHead
        title={view.heading}
        back={{ href: href("/shipments/bookingList"), text: t("detail.back") }}
        badge={<StatusBadge status={view.status} label={view.statusLabel} />}
      />
      {view.lane ? <p className="text-base">{view.lane}</p> : null}
      <Facts
        facts={[...view.links.map(({ label, text, href }) => ({ label, value: text, href })), ...view.facts]}
      />
      {view.actions.length > 0 ? (
        <Actions className="print:hidden">
          {view.actions.map(({ href, label, kind }) => (
            <ButtonLink key={href} to={href} kind={kind}>
              {label}
            </ButtonLink>
          ))}
        </Actions>
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
    <Section title={t("service.title")} id="requests">
      {service ? <p>{service.advice}</p> : null}
      {requests.length > 0 ? (
        <ol aria-label={t("service.conversation")} className="flex flex-col gap-3">
          {requests.map((request) => (
            <li key={textOf(request.at) + request.text} className="rounded-md bg-muted px-4 py-3">
              <p className="text-xs text-quiet">
                {request.who} · {timed(request.at)}
              </p>
              <p className="font-medium">{request.kind}</p>
              <p className="whitespace-pre-line">{request.text}</p>
              {request.answer ? (
                <div className="mt-2 border-l-4 border-line pl-3">
                  <p className="text-xs text-quiet">{timed(request.answer.title)}</p>
                  <p className="whitespace-pre-line wrap-anywhere">{request.answer.text}</p>
                </div>
              ) : null}
            </li>
          ))}
        </ol>
      ) : null}
      {requests.length > 0 ? conversation : null}
      {service?.canAsk ? (
        <PostForm
          key={requests.length}
          requestId={requestId}
          answer={reply}
          layout="close"
          className="print:hidden"
        >
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
        </PostForm>
      ) : null}
    </Section>
  );
}

function Template({ requestId, answer }: { requestId: string; answer: DetailReply | undefined }) {
  const { t } = useText("booking-view");
  const reply = answer?.intent === "saveTemplate" ? answer : undefined;
  return (
    <Collapsible open={reply ? true : undefined} className="print:hidden" summary={t("saveTemplate.open")}>
      <PostForm requestId={requestId} answer={reply} layout="line" className="mt-3">
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
      </PostForm>
    </Collapsible>
  );
}
