import { Link } from "#app/components/link.tsx";
import { Moment, timed } from "#app/components/moment.tsx";
import { MoreTimes } from "#app/components/more-times.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { Section } from "#app/components/page/section.tsx";
import { type MomentView, textOf } from "#app/lib/moment.ts";
import { Collapsible } from "#app/ui/collapsible.tsx";
import { Timeline } from "../journey/timeline.tsx";
import { SchemedPicture } from "../map/view.tsx";
import type { DatesView } from "./dates.server.ts";
import type { Fact, OverviewView } from "./detail.server.ts";
import type { EtaView } from "./eta.server.ts";

/** Milestones beside map and facts, all that is known below; stacked on a phone. */
export function DetailOverview({ overview, eta }: { overview: OverviewView; eta: EtaView | null }) {
  const { map, facts, all } = overview;
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Section title={overview.title} layout="text">
          <Timeline timeline={overview.timeline} />
          {eta ? <EtaMoves eta={eta} /> : null}
        </Section>
        <div className="flex flex-col gap-4">
          {map ? (
            <Link to={map.path} className="block">
              <SchemedPicture picture={map} />
            </Link>
          ) : null}
          <Section title={facts.title} layout="text">
            <Facts facts={factViews(facts.facts)} layout="lines" />
          </Section>
        </div>
      </div>
      <Collapsible summary={all.summary} className="mt-4">
        <div className="mt-2 mb-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {all.facts.map((group) => (
            <Section key={group.title} title={group.title} layout="tile" isPlain>
              <Facts facts={factViews(group.facts)} layout="lines" />
            </Section>
          ))}
        </div>
        <Dates dates={all.dates} />
      </Collapsible>
    </>
  );
}

const factViews = (facts: readonly Fact[]) =>
  facts.map(({ label, value, href, warning }) => ({
    label,
    href,
    value: warning ? (
      <>
        {value} <span className="block text-xs text-warning">{warning}</span>
      </>
    ) : (
      value
    ),
  }));

const cell = "px-2 py-1 text-left align-top font-normal";
// On a phone each date is a line below its event, with the column's name before it; one that is missing takes no line.
const line = "border-b border-line max-sm:block max-sm:py-1";
const dated = `${cell} dash-if-empty max-sm:flex max-sm:gap-x-2 max-sm:py-0 max-sm:empty:hidden max-sm:before:w-26 max-sm:before:flex-none max-sm:before:text-quiet max-sm:labelled`;

/** How the ETA moved, and how reliable the carrier's ETAs of the lane were. */
function EtaMoves({ eta }: { eta: EtaView }) {
  return (
    <Collapsible kind="quiet" summary={eta.title} className="mt-2 pl-7">
      {eta.usual ? <p className="mb-2">{`${eta.usual} `}</p> : null}
      {eta.rows.length > 0 ? (
        <table className="w-full table-fixed max-sm:block">
          <caption className="sr-only">{eta.title}</caption>
          <thead className="max-sm:sr-only">
            <tr className={`${line} text-xs text-quiet`}>
              {eta.columns.map((head) => (
                <th key={head} scope="col" className={cell}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {eta.rows.map((row) => (
              <tr key={row.key} className={line}>
                <th scope="row" className={`${cell} max-sm:block max-sm:font-medium`}>
                  <When moment={row.eta} />
                </th>
                {[row.change, row.source, row.said].map((text, index) => (
                  <td key={eta.columns[index + 1]} className={dated} data-label={eta.columns[index + 1]}>
                    {timed(text)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <p className="mt-2 text-xs text-quiet">{eta.note}</p>
    </Collapsible>
  );
}

/** Planned beside actual dates. */
export function Dates({ dates }: { dates: DatesView }) {
  return (
    <Section title={dates.title} layout="text">
      <table className="w-full table-fixed max-sm:block">
        <caption className="sr-only">{dates.title}</caption>
        <thead className="max-sm:sr-only">
          <tr className={`${line} text-xs text-quiet`}>
            {[dates.event, dates.planned, dates.actual].map((head) => (
              <th key={head} scope="col" className={cell}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {dates.groups.map(({ title, rows }) => (
          <tbody key={title} className="max-sm:block">
            <tr className="max-sm:block">
              <th colSpan={3} scope="rowgroup" className="px-2 pt-3 text-left font-semibold max-sm:block">
                {title}
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={row.label} className={line}>
                <th scope="row" className={`${cell} max-sm:block max-sm:font-medium`}>
                  {row.label}
                </th>
                <td className={dated} data-label={dates.planned}>
                  {row.planned || row.notes.length > 0 ? (
                    <div>
                      <When moment={row.planned} />
                      {row.notes.map((note) => (
                        <p key={textOf(note)} className="text-xs text-quiet">
                          {timed(note)}
                        </p>
                      ))}
                    </div>
                  ) : null}
                </td>
                <td className={dated} data-label={dates.actual}>
                  {row.actual ? <When moment={row.actual} /> : null}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {dates.notKnown ? <p className="mt-2 text-xs text-quiet">{dates.notKnown}</p> : null}
    </Section>
  );
}

function When({ moment }: { moment: MomentView | null }) {
  if (!moment) return "–";
  return <MoreTimes shown={<Moment moment={moment} />}>{[moment.other ?? ""]}</MoreTimes>;
}
