import { Card } from "#app/ui/card.tsx";
import type { DatesView } from "./dates.server.ts";
import type { OverviewView } from "./detail.server.ts";
import type { MomentView } from "./moment.server.ts";
import { Moment } from "./moment.tsx";
import { Timeline } from "./timeline.tsx";

/** Milestones beside facts and dates; stacked on a phone. */
export function DetailOverview({ overview }: { overview: OverviewView }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <div className="flex flex-col gap-4 lg:col-span-2">
        <Card>
          <h2 className="mb-2 text-lg font-semibold">{overview.title}</h2>
          <Timeline timeline={overview.timeline} />
        </Card>
        <Dates dates={overview.dates} />
      </div>
      <Card className="flex flex-col gap-4">
        {overview.facts.map(({ title, facts }) => (
          <section key={title}>
            <h2 className="font-semibold">{title}</h2>
            <dl>
              {facts.map(({ label, value, warning }) => (
                <div key={label} className="flex gap-x-2 py-0.5">
                  <dt className="w-2/5 text-quiet">{label}</dt>
                  <dd className="flex-1">
                    {value}
                    {warning ? <p className="text-xs text-warning">{warning}</p> : null}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Card>
    </div>
  );
}

const cell = "px-2 py-1 text-left align-top font-normal";
// On a phone the label is above its two dates.
const line = "border-b border-line max-sm:grid max-sm:grid-cols-2";

function Dates({ dates }: { dates: DatesView }) {
  return (
    <Card>
      <h2 className="mb-2 text-lg font-semibold">{dates.title}</h2>
      <table className="w-full table-fixed max-sm:block">
        <caption className="sr-only">{dates.title}</caption>
        <thead className="max-sm:block">
          <tr className={`${line} text-xs text-quiet`}>
            <th scope="col" className={`${cell} max-sm:hidden`}>
              {dates.event}
            </th>
            <th scope="col" className={cell}>
              {dates.planned}
            </th>
            <th scope="col" className={cell}>
              {dates.actual}
            </th>
          </tr>
        </thead>
        {dates.groups.map(({ title, rows }) => (
          <tbody key={title} className="max-sm:block">
            <tr className="max-sm:block">
              <th colSpan={3} scope="rowgroup" className="px-2 pt-3 text-left font-semibold">
                {title}
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={row.label} className={line}>
                <th scope="row" className={`${cell} max-sm:col-span-2 max-sm:font-medium`}>
                  {row.label}
                </th>
                <td className={cell}>
                  <When moment={row.planned} />
                  {row.notes.map((note) => (
                    <p key={note} className="text-xs text-quiet">
                      {note}
                    </p>
                  ))}
                </td>
                <td className={cell}>
                  <When moment={row.actual} />
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

function When({ moment }: { moment: MomentView | null }) {
  if (!moment) return "–";
  return (
    <>
      <Moment moment={moment} />
      {moment.other ? <p className="text-xs text-quiet">{moment.other}</p> : null}
    </>
  );
}
