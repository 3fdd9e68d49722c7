import { Moment, timed } from "#app/components/moment.tsx";
import { MoreTimes } from "#app/components/more-times.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { Section } from "#app/components/page/section.tsx";
import { type MomentView, textOf } from "#app/lib/moment.ts";
import { Card } from "#app/ui/card.tsx";
import { Timeline } from "../journey/timeline.tsx";
import type { DatesView } from "./dates.server.ts";
import type { OverviewView } from "./detail.server.ts";
import type { EtaView } from "./eta.server.ts";
import { FreeTimeLink } from "./free-time-link.tsx";

/** Milestones beside facts and dates; stacked on a phone. */
export function DetailOverview({ overview, eta }: { overview: OverviewView; eta: EtaView | null }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <div className="flex flex-col gap-4 lg:col-span-2">
        <Card>
          {overview.freeTime ? <FreeTimeLink {...overview.freeTime} /> : null}
          <Section title={overview.title} layout="text" isPlain>
            <Timeline timeline={overview.timeline} />
          </Section>
        </Card>
        {eta ? <EtaMoves eta={eta} /> : null}
        <Dates dates={overview.dates} />
      </div>
      <Card className="flex flex-col gap-4">
        {overview.facts.map(({ title, facts }) => (
          <Section key={title} title={title} layout="text" isPlain>
            <Facts
              facts={facts.map(({ label, value, warning }) => ({
                label,
                value: warning ? (
                  <>
                    {value} <span className="block text-xs text-warning">{warning}</span>
                  </>
                ) : (
                  value
                ),
              }))}
              layout="lines"
            />
          </Section>
        ))}
      </Card>
    </div>
  );
}

const cell = "px-2 py-1 text-left align-top font-normal";
// On a phone each date is a line below its event, with the column's name before it; one that is missing takes no line.
const line = "border-b border-line max-sm:block max-sm:py-1";
const dated = `${cell} dash-if-empty max-sm:flex max-sm:gap-x-2 max-sm:py-0 max-sm:empty:hidden max-sm:before:w-26 max-sm:before:flex-none max-sm:before:text-quiet max-sm:labelled`;

/** How the ETA moved, and how reliable the carrier's ETAs of the lane were. */
function EtaMoves({ eta }: { eta: EtaView }) {
  return (
    <Section title={eta.title} layout="text">
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
    </Section>
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
