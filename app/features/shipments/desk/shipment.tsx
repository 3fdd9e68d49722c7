import { href, useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, OptionFields, SelectField, TextAreaField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { joined } from "#app/components/more-times.tsx";
import { OperationLog } from "#app/components/operation-log.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { PlaceField } from "#app/components/place-field.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { freeTimeTypes, holdKinds, statementSources } from "#app/contract/free-time-code.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import { Matched, Merged } from "./past.tsx";
import { changeHref, deskShipmentHref } from "./paths.ts";
import type {
  DeskEventView,
  DeskShipmentReply,
  DeskShipmentView,
  EventFieldName,
} from "./shipment.server.ts";

interface Props {
  view: DeskShipmentView;
  requestId: string;
  answer: DeskShipmentReply | undefined;
}

const grid = "grid gap-4 sm:grid-cols-2 lg:grid-cols-3";

/** A shipment at the forwarder's desk: facts, events, and the forms that tell of it. */
export function DeskShipment({ conversation, ...rest }: Props & { conversation: React.ReactNode }) {
  const { view, answer } = rest;
  return (
    <>
      <Standing view={view} />
      <Actions className="print:hidden">
        <Links view={view} />
        {conversation}
      </Actions>
      <Events view={view} />
      <Matched matched={view.matched} requestId={rest.requestId} answer={answer} />
      <EventForm key={view.corrected?.eventId ?? `new ${view.events.length}`} {...rest} />
      {view.containers.length > 0 ? <FreeTimeForm {...rest} /> : null}
      <Card>
        <OperationLog log={view.log} />
      </Card>
      <Merged merged={view.merged} />
    </>
  );
}

function Links({ view: { id, houseNumber, containers } }: { view: DeskShipmentView }) {
  const { t } = useText("desk-shipment");
  const links = [
    ["change.open", changeHref(id)],
    ["link.document", withQuery(href("/document/add"), { shipment: houseNumber })],
    ...(containers.length > 0 ? [["freeTime.link", href("/shipments/freeTime/:id", { id })] as const] : []),
    ["link.invoice", withQuery(href("/freightForwarder/invoiceAdd"), { shipment: id })],
    ["link.customerView", href("/shipments/detail/:id", { id })],
  ] as const;
  return links.map(([label, to]) => (
    <ButtonLink key={label} to={to}>
      {t(label)}
    </ButtonLink>
  ));
}

function Standing({ view }: { view: DeskShipmentView }) {
  const { t } = useText("desk-shipment");
  return (
    <div className="flex flex-col gap-2">
      <p>
        <StatusBadge status={view.status} label={view.statusLabel} />
      </p>
      <Facts
        facts={view.facts.map(({ label, text, href: to }) => ({ label: t(label), value: text, href: to }))}
      />
    </div>
  );
}

const columns = ["milestone", "kind", "time", "place", "source", "remark"] as const;

function Events({ view }: { view: DeskShipmentView }) {
  const { t } = useText("desk-shipment");
  return (
    <Section title={t("event.title")} layout="text" className="min-w-0">
      {view.events.length === 0 ? (
        <p className="text-quiet">{t("event.none")}</p>
      ) : (
        <EventTable events={view.events} caption={t("event.title")} canCorrect />
      )}
      {view.replaced.length > 0 ? (
        <Collapsible className="mt-3" summary={t("event.replaced", { count: view.replaced.length })}>
          <EventTable
            events={view.replaced}
            caption={t("event.replaced", { count: view.replaced.length })}
            canCorrect={false}
          />
        </Collapsible>
      ) : null}
    </Section>
  );
}

function EventTable({
  events,
  caption,
  canCorrect,
}: {
  events: DeskEventView[];
  caption: string;
  canCorrect: boolean;
}) {
  const { t } = useText("desk-shipment");
  const cell =
    "py-1 pr-3 wrap-anywhere max-sm:p-0 max-sm:empty:hidden max-sm:before:block max-sm:before:text-xs max-sm:before:text-quiet max-sm:labelled";
  return (
    <table className="w-full text-left max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line text-xs text-quiet">
          {columns.map((column) => (
            <th key={column} scope="col" className="py-1 pr-3 font-medium">
              {t(`event.column.${column}`)}
            </th>
          ))}
          {canCorrect ? (
            <th scope="col">
              <span className="sr-only">{t("event.correct")}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {events.map((event) => (
          <tr
            key={event.key}
            className="border-b border-line align-top max-sm:grid max-sm:grid-cols-2 max-sm:gap-2 max-sm:py-2"
          >
            {columns.map((column) => (
              <td key={column} data-label={t(`event.column.${column}`)} className={cell}>
                {`${event[column]} `}
                {column === "remark" && (event.reason || event.replacedAt) ? (
                  <span className="block text-xs text-quiet">
                    {joined([event.reason, event.replacedAt].filter((line) => line !== null))}
                  </span>
                ) : null}
              </td>
            ))}
            {canCorrect ? (
              <td className="py-1 max-sm:p-0">
                <Link
                  to={event.correctHref}
                  className="text-link underline print:hidden"
                  aria-label={event.correctLabel}
                >
                  {t("event.correct")}
                </Link>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function EventForm({ view, requestId, answer }: Props) {
  const { t } = useText("desk-shipment");
  const navigation = useNavigation();
  const { corrected } = view;
  const reply = answer?.intent === "event" ? answer : undefined;
  const field = (name: EventFieldName) =>
    answeredField({
      id: `event-${name}`,
      name,
      value: reply ? reply.typed[name] : (corrected?.fields[name] ?? (name === "classifier" ? "ACT" : "")),
      fault: reply?.faults[name],
    });
  return (
    <Section
      title={corrected ? t("event.correctTitle", { milestone: corrected.milestone }) : t("event.addTitle")}
      id="event"
      className="print:hidden"
    >
      <PostForm requestId={requestId} answer={reply}>
        <input type="hidden" name="intent" value="event" />
        {corrected ? (
          <>
            <input type="hidden" name="eventId" value={corrected.eventId} />
            <input type="hidden" name="version" value={corrected.version} />
            <input type="hidden" name="code" value={corrected.fields.code} />
          </>
        ) : null}
        <div className={grid}>
          {corrected ? null : (
            <SelectField
              field={field("code")}
              label={t("event.milestone")}
              choices={[["", t("choose")], ...view.milestones]}
              isAlert
            />
          )}
          <SelectField
            field={field("classifier")}
            label={t("event.classifier")}
            choices={view.classifiers}
            isAlert
          />
          <InputField field={field("day")} label={t("event.day")} type="date" required isAlert />
          <InputField
            field={field("time")}
            label={t("event.time")}
            hint={t("event.timeHint")}
            type="time"
            isAlert
          />
          <div>
            <PlaceField
              field={field("place")}
              label={t("event.place")}
              places={[]}
              autoComplete="off"
              isAlert
            />
          </div>
          {view.containers.length > 0 && !corrected ? (
            <SelectField
              field={field("containerNumber")}
              label={t("event.containerNumber")}
              choices={[["", ""], ...view.containers.map((each) => [each, each] as const)]}
              isAlert
            />
          ) : (
            <input type="hidden" name="containerNumber" value={corrected?.fields.containerNumber ?? ""} />
          )}
        </div>
        <TextAreaField
          field={field("remark")}
          label={t("event.remark")}
          hint={t("event.remarkHint")}
          isAlert
        />
        {corrected ? (
          <TextAreaField
            field={field("reason")}
            label={t("event.why")}
            hint={t("event.whyHint")}
            required
            isAlert
          />
        ) : null}
        <Actions>
          <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
            {t(corrected ? "event.save" : "event.add")}
          </Button>
          {corrected ? <ButtonLink to={deskShipmentHref(view.id)}>{t("event.back")}</ButtonLink> : null}
        </Actions>
      </PostForm>
    </Section>
  );
}

function FreeTimeForm({ view, requestId, answer }: Props) {
  const { t } = useText("desk-shipment");
  const navigation = useNavigation();
  const reply = answer?.intent === "freeTime" ? answer : undefined;
  const field = (name: "containerNumber" | "kind" | "source" | "lastFreeDay", first = "") =>
    answeredField({
      id: `free-${name}`,
      name,
      value: reply?.typed[name] ?? first,
      fault: reply?.faults[name],
    });
  const holds = { ...answeredField({ id: "free-holds", name: "holds" }), initialValue: reply?.holds ?? [] };
  return (
    <Section title={t("freeTime.title")} id="free-time" className="print:hidden">
      <PostForm requestId={requestId} answer={reply}>
        <input type="hidden" name="intent" value="freeTime" />
        <div className={grid}>
          <SelectField
            field={field("containerNumber", view.containers[0])}
            label={t("freeTime.containerNumber")}
            choices={view.containers.map((each) => [each, each] as const)}
            isAlert
          />
          <SelectField
            field={field("kind", "DEM")}
            label={t("freeTime.kind")}
            choices={freeTimeTypes.map((type) => [type, t(`freeTime.type.${type}`)] as const)}
            isAlert
          />
          <SelectField
            field={field("source", "CARRIER")}
            label={t("freeTime.source")}
            choices={statementSources.map((source) => [source, t(`freeTime.sourceName.${source}`)] as const)}
            isAlert
          />
          <InputField
            field={field("lastFreeDay")}
            label={t("freeTime.lastFreeDay")}
            hint={t("freeTime.lastFreeDayHint")}
            type="date"
            isAlert
          />
        </div>
        <OptionFields
          type="checkbox"
          field={holds as never}
          legend={t("freeTime.holds")}
          options={holdKinds.map((kind) => ({ value: kind, label: t(`freeTime.hold.${kind}`) }))}
        />
        <p>
          <Button aria-disabled={navigation.state === "submitting"}>{t("freeTime.save")}</Button>
        </p>
      </PostForm>
    </Section>
  );
}
