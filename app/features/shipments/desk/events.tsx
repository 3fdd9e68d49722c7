import { useNavigation } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Fault } from "#app/components/fault.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { textOf } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import { Tabs, tabStyle } from "#app/ui/tabs.tsx";
import type { EventsReply, EventsView, UntiedEvent } from "./events.server.ts";

interface Props {
  view: EventsView;
  requestId: string;
  answer: EventsReply | undefined;
}

/** Events that no shipment has, with the ways to one, and the form of a place that was not known. */
export function EventsDesk({ view, requestId, answer }: Props) {
  const { t } = useText(["desk-events", "shell"]);
  return (
    <>
      <Tabs kind="pill" aria-label={t("tabs")}>
        {view.tabs.map(({ name, href, isCurrent }) => (
          <Link
            key={name}
            to={href}
            aria-current={isCurrent ? "page" : undefined}
            className={tabStyle({ kind: "pill" })}
          >
            {`${t(`tab.${name}`)} `}
          </Link>
        ))}
      </Tabs>
      <p className="text-quiet">{t(`lead.${view.name}`)}</p>
      {view.name === "place" ? (
        <PlaceForm view={view} requestId={requestId} answer={answer} />
      ) : view.events.length === 0 ? (
        <EmptyState title={t("noneTitle")} text={t(`none.${view.name}`)} />
      ) : (
        <>
          <p role="status" className="text-quiet">
            {view.total}
          </p>
          {view.name === "aside" ? <RetryAll requestId={requestId} /> : null}
          <ul className="flex flex-col gap-3">
            {view.events.map((event) => (
              <li key={event.id}>
                <Event event={event} requestId={requestId} answer={answer} />
              </li>
            ))}
          </ul>
          <p className="flex gap-3">
            {view.previous ? (
              <ButtonLink to={view.previous} rel="prev">
                {t("shell:pager.previous")}
              </ButtonLink>
            ) : null}
            {view.next ? (
              <ButtonLink to={view.next} rel="next">
                {t("shell:pager.next")}
              </ButtonLink>
            ) : null}
          </p>
        </>
      )}
    </>
  );
}

function RetryAll({ requestId }: { requestId: string }) {
  const { t } = useText("desk-events");
  return (
    <PostForm requestId={requestId} layout="plain">
      <input type="hidden" name="intent" value="retry" />
      <Button>{t("retryAll")}</Button>
    </PostForm>
  );
}

function Event({
  event,
  requestId,
  answer,
}: {
  event: UntiedEvent;
  requestId: string;
  answer: EventsReply | undefined;
}) {
  const { t } = useText("desk-events");
  const navigation = useNavigation();
  const reply = answer?.id === event.id ? answer : undefined;
  const isBusy = navigation.state === "submitting";
  return (
    <Section title={timed(event.title)} layout="item" className="min-w-0">
      <div>
        {event.facts.map((fact) => (
          <p key={textOf(fact)} className="wrap-anywhere text-quiet">
            {timed(fact)}
          </p>
        ))}
        {event.reasons.map((reason) => (
          <p key={reason} className="wrap-anywhere text-warning">
            {reason}
          </p>
        ))}
      </div>
      {event.payload ? (
        <Collapsible summary={t("payload")}>
          <pre className="mt-2 max-w-full overflow-x-auto text-xs wrap-anywhere whitespace-pre-wrap">
            {event.payload}
          </pre>
        </Collapsible>
      ) : null}
      {reply?.faults.retry ? <Fault>{reply.faults.retry}</Fault> : null}
      {event.canMatch ? (
        <PostForm requestId={requestId} answer={reply} layout="line" className="print:hidden">
          <input type="hidden" name="intent" value="match" />
          <input type="hidden" name="event" value={event.id} />
          <InputField
            field={answeredField({
              id: `match-${event.id.replace(/\W/g, "-")}`,
              name: "houseNumber",
              value: reply?.typed.houseNumber,
              fault: reply?.faults.houseNumber,
            })}
            label={t("houseNumber")}
            autoComplete="off"
            required
            isAlert
          />
          <Button aria-disabled={isBusy}>{t("match")}</Button>
        </PostForm>
      ) : null}
      {event.canRetry ? (
        <PostForm requestId={requestId} answer={reply} layout="plain" className="print:hidden">
          <input type="hidden" name="intent" value="retry" />
          <input type="hidden" name="event" value={event.id} />
          <Button aria-disabled={isBusy} aria-label={t("retryNamed", { title: textOf(event.title) })}>
            {t("retry")}
          </Button>
        </PostForm>
      ) : null}
    </Section>
  );
}

function PlaceForm({ view, requestId, answer }: Props) {
  const { t } = useText("desk-events");
  const navigation = useNavigation();
  const reply = answer?.id === "place" ? answer : undefined;
  const field = (name: string) =>
    answeredField({ id: `place-${name}`, name, value: reply?.typed[name], fault: reply?.faults[name] });
  return (
    <Card>
      <PostForm requestId={requestId} answer={reply}>
        <input type="hidden" name="intent" value="place" />
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField
            field={field("kind")}
            label={t("place.kind")}
            choices={view.kinds.map((kind) => [kind, t(`place.kinds.${kind}`)])}
            isAlert
          />
          <InputField
            field={field("code")}
            label={t("place.code")}
            hint={t("place.codeHint")}
            required
            isAlert
          />
          <InputField field={field("name")} label={t("place.name")} required isAlert />
          <InputField field={field("nameZh")} label={t("place.nameZh")} required isAlert />
          <InputField
            field={field("countryCode")}
            label={t("place.countryCode")}
            hint={t("place.countryHint")}
            required
            isAlert
          />
          <InputField
            field={field("timeZone")}
            label={t("place.timeZone")}
            hint={t("place.zoneHint", { zone: "Europe/Berlin" })}
            required
            isAlert
          />
          <InputField field={field("latitude")} label={t("place.latitude")} inputMode="decimal" isAlert />
          <InputField field={field("longitude")} label={t("place.longitude")} inputMode="decimal" isAlert />
        </div>
        <p>
          <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
            {t("place.add")}
          </Button>
        </p>
      </PostForm>
    </Card>
  );
}
