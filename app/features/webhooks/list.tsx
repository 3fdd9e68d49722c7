import { ButtonLink } from "#app/components/button-link.tsx";
import { CopyButton } from "#app/components/copy-button.tsx";
import { FactList } from "#app/components/fact-list.tsx";
import { Link } from "#app/components/link.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Input } from "#app/ui/input.tsx";
import type { WebhookView } from "./webhook.server.ts";

/** The company's webhooks, each with a link to its page. */
export function Webhooks({ webhooks }: { webhooks: WebhookView[] }) {
  const { t } = useText("webhooks");
  return (
    <Section title={t("list")} layout="text">
      {webhooks.length === 0 ? <p className="text-quiet">{t("none")}</p> : null}
      <ul>
        {webhooks.map((webhook) => (
          <li
            key={webhook.id}
            className="flex flex-col gap-1 border-b border-line py-3 last:border-0 [&_a]:w-fit"
          >
            <p className="flex flex-wrap items-center gap-2">
              <Link to={webhook.href} className="min-w-0 font-medium wrap-anywhere text-link hover:underline">
                {`${webhook.name} `}
              </Link>
              <Badge kind={webhook.badge.kind}>{webhook.badge.text}</Badge>
            </p>
            <WebhookFacts view={webhook} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Where it leads, what it tells, and what is known of it. */
export function WebhookFacts({ view: { url, topics, facts } }: { view: WebhookView }) {
  return (
    <>
      <p className="wrap-anywhere">{url}</p>
      <p className="text-xs text-quiet">{topics}</p>
      <FactList facts={facts} />
    </>
  );
}

/** How a receiver knows who calls. */
export function HowToReceive({ descriptionHref }: { descriptionHref: string | null }) {
  const { t } = useText("webhooks");
  return (
    <Section title={t("how.title")} layout="close">
      <p>{t("how.text")}</p>
      <ul className="list-disc pl-5">
        <li>{t("how.sign")}</li>
        <li>{t("how.answer")}</li>
        <li>{t("how.again")}</li>
        <li>{t("how.order")}</li>
      </ul>
      {descriptionHref ? (
        <p>
          <a href={descriptionHref} className="text-link underline">
            {t("how.description")}
          </a>
        </p>
      ) : null}
    </Section>
  );
}

/** The secret, in the answer that tells it. */
export function ToldSecret({ secret, nextHref }: { secret: string; nextHref: string }) {
  const { t } = useText("webhooks");
  return (
    <>
      <p role="status">{t("done.text")}</p>
      <p className="flex items-center gap-2">
        <Input readOnly value={secret} aria-label={t("done.label")} />{" "}
        <CopyButton text={secret} label={t("done.label")} />
      </p>
      <p>
        <ButtonLink to={nextHref} kind="primary">
          {t("done.next")}
        </ButtonLink>
      </p>
    </>
  );
}
