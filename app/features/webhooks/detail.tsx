import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { FactList } from "#app/components/fact-list.tsx";
import { Link } from "#app/components/link.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { DeliveryLineView, DeliveryView, WebhookDetailView } from "./detail.server.ts";
import { WebhookFacts } from "./list.tsx";

interface Ids {
  requestId: string;
  answer: { requestId: string | null } | undefined;
}

/** A webhook with what is done with it. */
export function WebhookCard({ view, ...ids }: { view: WebhookDetailView } & Ids) {
  const { t } = useText("webhooks");
  const { webhook, editHref, secretHref, removeHref } = view;
  const { state, isOn } = webhook;
  const isTrouble = state === "FAILING" || state === "STOPPED" || state === "GONE" || state === "MAKER_GONE";
  return (
    <Card className="flex flex-col gap-3">
      {isTrouble ? <Alert kind="warning">{t(`trouble.${state}`)}</Alert> : null}
      <div className="flex flex-col gap-1">
        <WebhookFacts view={webhook} />
      </div>
      <Actions>
        <PostForm {...ids} layout="plain">
          <Button name="intent" value={isOn ? "off" : "on"} kind={isOn ? undefined : "primary"}>
            {t(isOn ? "switchOff" : "switchOn")}
          </Button>
        </PostForm>
        <ButtonLink to={editHref}>{t("edit.open")}</ButtonLink>
        <ButtonLink to={secretHref}>{t("secret.open")}</ButtonLink>
        <ButtonLink to={removeHref}>{t("remove.open")}</ButtonLink>
      </Actions>
    </Card>
  );
}

/** A message that only shows whether messages arrive, and what came of the last one. */
export function TestCard({ view, ...ids }: { view: WebhookDetailView } & Ids) {
  const { t } = useText("webhooks");
  const { test, isOpenOnly, allHref, openHref } = view;
  useResult(test);
  return (
    <Section title={t("test.title")} layout="close">
      <p>{`${t("test.text")} `}</p>
      {test ? (
        <div role="status" className="flex flex-col gap-1">
          <p className="flex flex-wrap items-center gap-2">
            <span>{`${t("test.last")} `}</span>
            <Badge kind={test.badge.kind}>{test.badge.text}</Badge>
          </p>
          {test.result ? <p>{test.result}</p> : null}
          <FactList facts={test.times} />
          {test.isWaiting ? (
            <Link to={isOpenOnly ? openHref : allHref} className="w-fit text-link hover:underline">
              {t("test.look")}
            </Link>
          ) : null}
        </div>
      ) : null}
      <PostForm {...ids} layout="plain">
        <Button name="intent" value="test">
          {t("test.submit")}
        </Button>
      </PostForm>
    </Section>
  );
}

const LOOKS_EVERY_MS = 1_500;

/** Loads the page again until the test is over. */
function useResult(test: DeliveryView | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!test?.isWaiting) return;
    const timer = setTimeout(() => void revalidate(), LOOKS_EVERY_MS);
    return () => clearTimeout(timer);
  }, [test, revalidate]);
}

/** What was told lately, with its buttons. */
export function Deliveries({ view, ...ids }: { view: WebhookDetailView } & Ids) {
  const { t } = useText("webhooks");
  const { deliveries, hasGivenUp, shown, isOpenOnly, allHref, openHref } = view;
  return (
    <Section title={t("deliveries.title")} layout="text">
      <p className="text-xs text-quiet">{`${shown} `}</p>
      <p className="mt-2">
        <Link to={isOpenOnly ? allHref : openHref} className="text-link hover:underline">
          {t(isOpenOnly ? "deliveries.all" : "deliveries.open")}
        </Link>
      </p>
      {deliveries.length === 0 ? <p className="mt-2 text-quiet">{t("deliveries.none")}</p> : null}
      <PostForm {...ids} layout="plain">
        {hasGivenUp ? (
          <Button name="intent" value="replayAll" className="mt-2">
            {t("replayAll")}
          </Button>
        ) : null}
        <ul>
          {deliveries.map((delivery) => (
            <DeliveryLine key={delivery.id} view={delivery} />
          ))}
        </ul>
      </PostForm>
    </Section>
  );
}

function DeliveryLine({ view }: { view: DeliveryLineView }) {
  const { t } = useText("webhooks");
  const { id, name, messageId, badge, facts, isTest, canSkip, body, bodyHref, hideHref } = view;
  const place = `delivery-${id}`;
  return (
    <li id={place} className="flex flex-col gap-1 border-b border-line py-3 last:border-0">
      <p className="flex flex-wrap items-center gap-2">
        <strong className="min-w-0 font-medium wrap-anywhere">{`${name} `}</strong>
        <Badge kind={badge.kind}>{badge.text}</Badge>
      </p>
      <p className="text-xs text-quiet wrap-anywhere">{messageId}</p>
      <FactList facts={facts} />
      <Link
        to={`${body ? hideHref : bodyHref}#${place}`}
        preventScrollReset
        aria-label={t(body ? "body.hideNamed" : "body.showNamed", { name })}
        className="w-fit text-link hover:underline"
      >
        {t(body ? "body.hide" : "body.show")}
      </Link>
      {body ? (
        body.text === null ? (
          <p className="text-quiet">{t("body.hidden")}</p>
        ) : (
          <pre className="max-w-full rounded-md bg-muted p-3 text-xs wrap-anywhere whitespace-pre-wrap">
            {body.text}
          </pre>
        )
      ) : null}
      {isTest ? null : (
        <Actions>
          <Button name="intent" value={`replay ${id}`} size="small" aria-label={t("replayNamed", { name })}>
            {t("replayButton")}
          </Button>
          {canSkip ? (
            <Button name="intent" value={`skip ${id}`} size="small" aria-label={t("skipNamed", { name })}>
              {t("skipButton")}
            </Button>
          ) : null}
        </Actions>
      )}
    </li>
  );
}
