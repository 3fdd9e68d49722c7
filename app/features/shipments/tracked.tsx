import { timed } from "#app/components/moment.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { Section } from "#app/components/page/section.tsx";
import { StatusBadge } from "#app/components/status-badge.tsx";
import { ContainerLines } from "./detail/cargo.tsx";
import { Dates } from "./detail/overview.tsx";
import { Journey } from "./journey/journey.tsx";
import { Timeline } from "./journey/timeline.tsx";
import type { TrackedView } from "./tracked.server.ts";

/** The journey of a shipment, without what belongs to its file. */
export function Tracked({ view }: { view: TrackedView }) {
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <h1 className="text-2xl font-semibold max-sm:text-xl">
          <span className="sr-only">{`${view.heading} `}</span>
          {timed(view.journey.answer)}
        </h1>
        <p className="py-1">
          <StatusBadge {...view.badge} />
        </p>
      </div>
      <Journey journey={view.journey} further={[view.route, view.summary]} />
      <Facts facts={view.facts} layout="inline" className="mt-2 mb-4" />
      <div className="mb-4 grid items-start gap-4 lg:grid-cols-2">
        <Section title={view.timeline.title} layout="text">
          <Timeline timeline={view.timeline.view} />
        </Section>
        <Dates dates={view.dates} />
      </div>
      <ContainerLines containers={view.containers} />
    </>
  );
}
