import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { joined } from "#app/components/more-times.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { Line } from "#app/lib/moment.ts";
import { Card } from "#app/ui/card.tsx";

/** How many arrivals were on time, against the time before. */
export interface OnTimeView {
  title: string;
  share: string;
  arrived: { text: string; href: string | null };
  before: { text: string; href: string | null };
  about: string;
  note: string;
}

/** What has changed since the reader's last visit. */
export interface NewsView {
  title: string;
  since: Line;
  none: string;
  /** Leads to all of them; null when there are none, or the reader may not open the list. */
  all: string;
  href: string | null;
  rows: { number: string; href: string | null; route: string; status: string; changes: Line[] }[];
}

/** A number that leads to what it counts. */
export function Count({ href, children }: { href: string | null; children: string }) {
  return href ? (
    <Link to={href} className="text-link underline">
      {children}
    </Link>
  ) : (
    children
  );
}

export function News({ view: { title, since, none, all, href, rows } }: { view: NewsView }) {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="news" className="text-base font-semibold">
          {title}
        </h2>
        {rows.length > 0 ? <Count href={href}>{all}</Count> : null}
      </div>
      <p className="text-xs text-quiet">{timed(since)}</p>
      {rows.length === 0 ? (
        <p className="text-quiet">{none}</p>
      ) : (
        <ul className="lines mt-2">
          {rows.map((row) => (
            <li key={row.number}>
              <span>
                <Count href={row.href}>{row.number}</Count>{" "}
              </span>
              <span>{`${row.route} `}</span>
              <span className="text-quiet">{`${row.status} `}</span>
              <span className="progress">{joined(row.changes, "\n")}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function OnTime({ view: { title, share, arrived, before, about, note } }: { view: OnTimeView }) {
  return (
    <Section title={title} layout="tile" className="relative">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="text-2xl">{`${share} `}</strong>
        <Count href={arrived.href}>{arrived.text}</Count> <Count href={before.href}>{before.text}</Count>
      </div>
      <About label={about}>{note}</About>
    </Section>
  );
}

/** What few ask, behind a question mark in the corner of its section, which does not move. */
export function About({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <details className="about">
      <summary>
        <span aria-hidden="true">?</span>
        <span className="sr-only">{label}</span>
      </summary>
      <p className="text-xs">{children}</p>
    </details>
  );
}
