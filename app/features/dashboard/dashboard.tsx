import { Fragment } from "react";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Link } from "#app/components/link.tsx";
import { timed } from "#app/components/moment.tsx";
import { Page } from "#app/components/page/page.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { DashboardBlock } from "#app/contract/dashboard.ts";
import type { Line } from "#app/lib/moment.ts";
import { Card } from "#app/ui/card.tsx";
import { Tabs, tabStyle } from "#app/ui/tabs.tsx";
import { Count, News, type NewsView, OnTime, type OnTimeView } from "./facts.tsx";

/** Something that waits for the reader. */
export interface NeedView {
  label: string;
  count: string;
  /** The nearest deadline. */
  note: string | null;
  /** Exactly what is counted; null when the reader may not open it. */
  href: string | null;
  isUrgent: boolean;
}

/** Parts of a bar; positions are percent of its width. */
export interface StatesView {
  title: string;
  head: [state: string, count: string];
  states: { key: string; label: string; count: string; href: string | null; x: number; width: number }[];
}

export interface ArrivalsView {
  title: string;
  /** `height` is percent of the highest. */
  days: {
    day: string;
    weekday: string;
    dayOfMonth: string;
    count: string;
    href: string | null;
    height: number;
  }[];
}

export interface DashboardView {
  title: string;
  asOf: Line;
  isEmpty: boolean;
  /** Those that the reader wants to see, in their order. */
  blocks: DashboardBlock[];
  /** Where the reader arranges them; null when the provider keeps no arrangement. */
  arrange: string | null;
  texts: Record<
    ("needs" | "lists" | "all" | "arrange") | ("emptyTitle" | "emptyText" | "hiddenTitle" | "hiddenText"),
    string
  >;
  needs: NeedView[];
  states: StatesView | null;
  arrivals: ArrivalsView | null;
  onTime: OnTimeView | null;
  news: NewsView | null;
  tabs: { key: string; title: string; count: string; isShown: boolean }[];
  list: { title: string; none: string; href: string | null; rows: string[] };
}

type RenderRow = (row: string) => React.ReactNode;

/** The blocks in the reader's order, and what to do where nothing is shown. `renderRow` renders a shipment's row. */
export function Dashboard({ view, renderRow }: { view: DashboardView; renderRow: RenderRow }) {
  const { texts, blocks, arrange } = view;
  const arrangeLink = arrange ? (
    <Link to={arrange} className="text-link underline">
      {texts.arrange}
    </Link>
  ) : null;
  return (
    <Page
      head={{
        title: view.title,
        actions: (
          <p className="text-xs text-quiet">
            {timed(view.asOf)} {arrangeLink}
          </p>
        ),
      }}
    >
      {blocks.length === 0 ? (
        <EmptyState title={texts.hiddenTitle} text={texts.hiddenText}>
          {arrangeLink}
        </EmptyState>
      ) : (
        rowsOf(view).map((row) => (
          <Fragment key={row.join()}>
            {row.length > 1 ? (
              <div className="grid gap-4 md:grid-cols-2">
                {row.map((block) => (
                  <Block key={block} block={block} view={view} renderRow={renderRow} />
                ))}
              </div>
            ) : (
              row.map((block) => <Block key={block} block={block} view={view} renderRow={renderRow} />)
            )}
          </Fragment>
        ))
      )}
      {view.isEmpty && blocks.length > 0 ? (
        <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
      ) : null}
    </Page>
  );
}

const HALVES: ReadonlySet<DashboardBlock> = new Set<DashboardBlock>(["states", "arrivals"]);

/** The blocks that have something to show, two narrow ones that follow each other beside each other. */
function rowsOf({ blocks, isEmpty, states, arrivals, onTime, news }: DashboardView): DashboardBlock[][] {
  const has: Record<DashboardBlock, boolean> = {
    needs: true,
    news: news !== null && !isEmpty,
    states: states !== null && !isEmpty,
    arrivals: arrivals !== null && !isEmpty,
    onTime: onTime !== null && !isEmpty,
    lists: !isEmpty,
  };
  const rows: DashboardBlock[][] = [];
  for (const block of blocks.filter((each) => has[each])) {
    const last = rows.at(-1);
    if (last?.length === 1 && HALVES.has(block) && HALVES.has(last[0]!)) last.push(block);
    else rows.push([block]);
  }
  return rows;
}

function Block({
  block,
  view,
  renderRow,
}: {
  block: DashboardBlock;
  view: DashboardView;
  renderRow: RenderRow;
}) {
  const { states, arrivals, onTime, news } = view;
  switch (block) {
    case "needs":
      return (
        <ul className="tiles" aria-label={view.texts.needs}>
          {view.needs.map((need) => (
            <li key={need.label}>
              <Tile need={need} />
            </li>
          ))}
        </ul>
      );
    case "news":
      return news && <News view={news} />;
    case "states":
      return states && <States view={states} />;
    case "arrivals":
      return arrivals && <Arrivals view={arrivals} />;
    case "onTime":
      return onTime && <OnTime view={onTime} />;
    case "lists":
      return <Lists view={view} renderRow={renderRow} />;
  }
}

function Tile({ need: { label, count, note, href, isUrgent } }: { need: NeedView }) {
  const content = (
    <>
      <span className={`text-2xl font-semibold ${isUrgent ? "text-danger" : ""}`}>{count}</span>{" "}
      <span>{label}</span> {note ? <span className="text-xs text-quiet">{note}</span> : null}
    </>
  );
  return href ? (
    <Link to={href} className="tile">
      {content}
    </Link>
  ) : (
    <span className="tile">{content}</span>
  );
}

function States({ view: { title, head, states } }: { view: StatesView }) {
  return (
    <Section title={title} layout="tile">
      <svg className="bar" width="100%" height="24" aria-hidden="true">
        {states.map(({ key, x, width }) => (
          <rect key={key} className={key} x={`${x}%`} width={`${width}%`} height="24" />
        ))}
      </svg>
      <table className="w-full">
        <caption className="sr-only">{title}</caption>
        <thead className="sr-only">
          <tr>
            {head.map((each) => (
              <th key={each} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {states.map(({ key, label, count, href }) => (
            <tr key={key}>
              <th scope="row" className="py-1 text-left font-normal">
                <svg className="bar my-0 mr-2 inline" width="12" height="12" aria-hidden="true">
                  <rect className={key} width="12" height="12" />
                </svg>
                {label}
              </th>
              <td className="py-1 text-right">
                <Count href={href}>{count}</Count>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/**
 * The table is the chart: each day's bar stands on its number. A week has a table, for fourteen numbers beside each other are too narrow to be met
 * by a finger.
 */
function Arrivals({ view: { title, days } }: { view: ArrivalsView }) {
  return (
    <Section title={title} layout="tile">
      <div className="mt-3 grid gap-y-3 sm:grid-cols-2">
        {[days.slice(0, 7), days.slice(7)].map((week) => (
          <ArrivalsOfWeek key={week[0]?.day} title={title} days={week} />
        ))}
      </div>
    </Section>
  );
}

function ArrivalsOfWeek({ title, days }: ArrivalsView) {
  const [first, last] = [days[0], days.at(-1)];
  return (
    <table className="w-full table-fixed text-center text-xs">
      <caption className="sr-only">{`${title}: ${first?.dayOfMonth} – ${last?.dayOfMonth}`}</caption>
      <thead>
        <tr>
          {days.map(({ day, weekday, dayOfMonth }) => (
            <th key={day} scope="col" className="font-normal text-quiet">
              <span className="block">{`${weekday} `}</span>
              {dayOfMonth}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {days.map(({ day, count, href, height }) => (
            <td key={day} className="align-bottom">
              <svg className="bar mx-auto" width="60%" height="80" aria-hidden="true">
                <rect className="underWay" y={`${100 - height}%`} width="100%" height={`${height}%`} />
              </svg>
              <Count href={href}>{count}</Count>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

function Lists({ view, renderRow }: { view: DashboardView; renderRow: RenderRow }) {
  const { texts, tabs, list } = view;
  return (
    <Card aria-labelledby="list">
      <Tabs aria-label={texts.lists} className="mb-2 overflow-x-auto whitespace-nowrap">
        {tabs.map(({ key, title, count, isShown }) => (
          <Link
            key={key}
            to={`?list=${key}`}
            preventScrollReset
            aria-current={isShown ? "true" : undefined}
            className={tabStyle()}
          >
            {title} <span className="text-quiet">{count} </span>
          </Link>
        ))}
      </Tabs>
      <div className="flex items-center justify-between gap-2">
        <h2 id="list" className="text-base font-semibold">
          {list.title}
        </h2>
        {list.href && list.rows.length > 0 ? (
          <Link to={list.href} className="text-link underline" aria-describedby="list">
            {texts.all}
          </Link>
        ) : null}
      </div>
      {list.rows.length === 0 ? (
        <p className="text-quiet">{list.none}</p>
      ) : (
        <ul className="lines mt-2">{list.rows.map(renderRow)}</ul>
      )}
    </Card>
  );
}
