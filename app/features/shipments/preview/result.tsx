import { timed } from "#app/components/moment.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { Section } from "#app/components/page/section.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Journey } from "../journey/journey.tsx";
import { Timeline } from "../journey/timeline.tsx";
import type { PreviewCard, PreviewResult } from "./preview.server.ts";

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
  return (
    <Section title={result.heading} isPlain>
      <ShipmentCards cards={result.cards} note={t("result.more")} />
    </Section>
  );
}

/** Shipments as people without an account see them; `further` is more of each, in the order of the cards. */
export function ShipmentCards({
  cards,
  note,
  further = [],
}: {
  cards: readonly PreviewCard[];
  note: string;
  further?: readonly React.ReactNode[];
}) {
  const { t } = useText("preview");
  return cards.map((card, index) => {
    const parts = {
      head: <Head card={card} />,
      body: (
        <Body card={card} note={note}>
          {further[index]}
        </Body>
      ),
    };
    return (
      <Card key={card.houseNumber}>
        {index === 0 ? (
          <>
            {parts.head}
            {parts.body}
          </>
        ) : (
          <details>
            <summary>
              {parts.head}
              <span className="text-link">{t("result.milestones")}</span>
            </summary>
            {parts.body}
          </details>
        )}
      </Card>
    );
  });
}

function Head({ card }: { card: PreviewCard }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="text-base font-semibold">{card.houseNumber}</h3>
      <StatusBadge {...card.badge} />
      <span>{card.route}</span>
      <span className="text-quiet">{card.summary}</span>
    </div>
  );
}

function Body({ card, note, children }: { card: PreviewCard; note: string; children: React.ReactNode }) {
  return (
    <>
      <p className="mt-2 text-2xl font-semibold max-sm:text-xl">{timed(card.journey.answer)}</p>
      <Journey journey={card.journey} />
      <Facts
        facts={card.dates.map(({ label, moment, other }) => ({
          label,
          value: (
            <>
              {timed(moment)} {other ? <span className="block text-xs text-quiet">{other}</span> : null}
            </>
          ),
        }))}
        className="mt-2 mb-4"
      />
      {children}
      <Timeline timeline={card.timeline} />
      <p className="mt-2 text-xs text-quiet">
        {timed(card.updated)} · {note}
      </p>
    </>
  );
}
