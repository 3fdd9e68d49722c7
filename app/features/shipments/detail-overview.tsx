import { Card } from "#app/ui/card.tsx";
import type { DatesView } from "./dates.server.ts";
import type { OverviewView } from "./detail.server.ts";
import type { MomentView } from "./moment.server.ts";
import { Timeline } from "./timeline.tsx";

/** Milestones beside facts and dates; below one another on a phone. */
export function DetailOverview({ overview }: { overview: OverviewView }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card>
        <h2 className="mb-2 text-lg font-semibold">{overview.title}</h2>
        <Timeline timeline={overview.timeline} />
      </Card>
      <div className="flex flex-col gap-4">
        <Card className="grid gap-4 sm:grid-cols-2">
          {overview.facts.map(({ title, facts }) => (
            <section key={title}>
              <h2 className="font-semibold">{title}</h2>
              <dl>
                {facts.map(({ label, value, warning }) => (
                  <div key={label} className="flex flex-wrap gap-x-2">
                    <dt className="text-quiet">{label}</dt>
                    <dd>{value}</dd>
                    {warning ? <dd className="text-warning">{warning}</dd> : null}
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </Card>
        <Dates dates={overview.dates} />
      </div>
    </div>
  );
}

const cell = "border-b border-line px-2 py-1 text-left align-top font-normal";

function Dates({ dates }: { dates: DatesView }) {
  return (
    <Card>
      <h2 className="mb-2 text-lg font-semibold">{dates.title}</h2>
      <table className="w-full table-fixed">
        <caption className="sr-only">{dates.title}</caption>
        <thead>
          <tr className="text-xs text-quiet">
            <th className={cell}>{dates.event}</th>
            <th className={cell}>{dates.planned}</th>
            <th className={cell}>{dates.actual}</th>
          </tr>
        </thead>
        {dates.groups.map(({ title, rows }) => (
          <tbody key={title}>
            <tr>
              <th colSpan={3} scope="rowgroup" className="px-2 pt-3 text-left font-semibold">
                {title}
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row" className={cell}>
                  {row.label}
                </th>
                <td className={cell}>
                  <Moment moment={row.planned} />
                  {row.note ? <p className="text-xs text-warning">{row.note}</p> : null}
                </td>
                <td className={cell}>
                  <Moment moment={row.actual} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {dates.notKnown ? <p className="mt-2 text-xs text-quiet">{dates.notKnown}</p> : null}
    </Card>
  );
}

function Moment({ moment }: { moment: MomentView | null }) {
  if (!moment) return "–";
  return (
    <>
      {moment.text}
      {moment.viewer ? <p className="text-xs text-quiet">{moment.viewer}</p> : null}
    </>
  );
}
