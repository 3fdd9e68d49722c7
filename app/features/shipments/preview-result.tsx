import { Moment } from "#app/components/moment.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Journey } from "./journey.tsx";
import type { PreviewCard, PreviewResult } from "./preview.server.ts";
import { Timeline } from "./timeline.tsx";

/** The result, or why there is none. Of several shipments of an order the first is expanded. */
export function PreviewFound({ result }: { result: PreviewResult }) {
  const { t } = useText("preview");
  if (result.kind !== "found") {
    return (
      <Alert kind={result.kind === "limited" ? "danger" : "info"}>
        <h2 className="font-semibold">{result.heading}</h2>
        <p>{result.text}</p>
      </Alert>
    );
  }
  const [first, ...rest] = result.cards;
  return (
    <>
      <h2 className="text-lg font-semibold">{result.heading}</h2>
      {first ? (
        <Card>
          <Head card={first} />
          <Body card={first} />
        </Card>
      ) : null}
      {rest.map((card) => (
        <Card key={card.houseNumber}>
          <details>
            <summary>
              <Head card={card} />
              <span className="text-link">{t("result.milestones")}</span>
            </summary>
            <Body card={card} />
          </details>
        </Card>
      ))}
    </>
  );
}

function Head({ card }: { card: PreviewCard }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="text-base font-semibold">{card.houseNumber}</h3>
      <StatusBadge {...card.badge} />
      <span>{card.route}</span>
      <span className="text-quiet">{card.summary}</span>
      {card.progress.length > 0 ? <span>{card.progress.join(" · ")}</span> : null}
    </div>
  );
}

function Body({ card }: { card: PreviewCard }) {
  const { t } = useText("preview");
  return (
    <>
      <Journey journey={card.journey} />
      <dl className="mt-2 mb-4 flex flex-wrap gap-x-6 gap-y-1">
        {card.dates.map(({ label, moment }) => (
          <div key={label}>
            <dt className="text-xs text-quiet">{label}</dt>
            <dd>
              <Moment moment={moment} />
            </dd>
            {moment.other ? <dd className="text-xs text-quiet">{moment.other}</dd> : null}
          </div>
        ))}
      </dl>
      <Timeline timeline={card.timeline} />
      <p className="mt-2 text-xs text-quiet">
        {card.updated} · {t("result.more")}
      </p>
    </>
  );
}
