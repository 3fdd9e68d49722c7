import { EmptyState } from "#app/components/empty-state.tsx";
import { Link } from "#app/components/link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { DashboardBlock } from "#app/contract/dashboard.ts";
import { Card } from "#app/ui/card.tsx";
import { Tabs, tabStyle } from "#app/ui/tabs.tsx";
import { About, Count, News, type NewsView, OnTime, type OnTimeView } from "./facts.tsx";
import "./dashboard.css";

/** Something that waits for the reader. */
export interface NeedView {
  /** Begins with a verb and says how many. */
  text: string;
  /** Exactly what is counted; null when the reader may not open it. */
  href: string | null;
  /** The reader has to act, or it is late already. */
  tone: "act" | "late" | null;
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

/** The map without its picture, which the route gives. */
export interface MapView {
  title: string;
  alt: string;
  /** How many are on the way; leads to them. */
  all: string;
  href: string | null;
  /** What a map of the first of them says. */
  first: string | null;
  about: string;
}

export interface DashboardView {
  title: string;
  /** On whose clock the dates are. */
  clock: string;
  isEmpty: boolean;
  /** Those that the reader wants to see, in their order. */
  blocks: DashboardBlock[];
  /** Where the reader arranges them; null when the provider keeps no arrangement. */
  arrange: string | null;
  texts: Record<
    | ("needs" | "calm" | "lists" | "all" | "arrange")
    | ("emptyTitle" | "emptyText" | "hiddenTitle" | "hiddenText"),
    string
  >;
  needs: NeedView[];
  states: StatesView | null;
  arrivals: ArrivalsView | null;
  map: MapView | null;
  onTime: OnTimeView | null;
  news: NewsView | null;
  tabs: { key: string; title: string; count: string; isShown: boolean }[];
  list: { title: string; none: string; href: string | null; rows: string[] };
}

/** What other features draw: a shipment's row, the picture of the map, and what the picture is made of. */
interface Drawn {
  row: (row: string) => React.ReactNode;
  picture: React.ReactNode;
  aboutPicture: React.ReactNode;
}

/** The blocks in the reader's order, and what to do where nothing is shown. */
export function Dashboard({ view, drawn }: { view: DashboardView; drawn: Drawn }) {
  const { texts, blocks, arrange } = view;
  const arrangeLink = arrange ? (
    <Link to={arrange} className="text-link underline">
      {texts.arrange}
    </Link>
  ) : null;
  return (
    <Page head={{ title: view.title, actions: arrangeLink }}>
      {blocks.length === 0 ? (
        <EmptyState title={texts.hiddenTitle} text={texts.hiddenText}>
          {arrangeLink}
        </EmptyState>
      ) : (
        rowsOf(view).map((row) => {
          const parts = row.map((block) => <Block key={block} block={block} view={view} drawn={drawn} />);
          return row.length > 1 ? (
            <div key={row.join()} className="grid gap-4 md:grid-cols-2">
              {parts}
            </div>
          ) : (
            parts
          );
        })
      )}
      {view.isEmpty && blocks.length > 0 ? (
        <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
      ) : null}
      {view.isEmpty || blocks.length === 0 ? null : <p className="text-xs text-quiet">{view.clock}</p>}
    </Page>
  );
}

const HALVES: ReadonlySet<DashboardBlock> = new Set<DashboardBlock>(["needs", "states", "arrivals", "map"]);

/** The blocks that have something to show, two narrow ones that follow each other beside each other. */
function rowsOf({ blocks, isEmpty, states, arrivals, map, onTime, news }: DashboardView): DashboardBlock[][] {
  const has: Record<DashboardBlock, boolean> = {
    needs: true,
    news: news !== null && !isEmpty,
    states: states !== null && !isEmpty,
    arrivals: arrivals !== null && !isEmpty,
    map: map !== null && !isEmpty,
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

function Block({ block, view, drawn }: { block: DashboardBlock; view: DashboardView; drawn: Drawn }) {
  const { states, arrivals, map, onTime, news } = view;
  switch (block) {
    case "needs":
      return (
        <Section title={view.texts.needs} layout="tile">
          {view.needs.length > 0 ? (
            <ul className="needs">
              {view.needs.map((need) => (
                <li key={need.text}>
                  <Need need={need} />
                </li>
              ))}
            </ul>
          ) : (
            <p className="mt-2 text-quiet">{view.texts.calm}</p>
          )}
        </Section>
      );
    case "news":
      return news && <News view={news} />;
    case "states":
      return states && <States view={states} />;
    case "arrivals":
      return arrivals && <Arrivals view={arrivals} />;
    case "map":
      return map && <OnTheWay view={map} drawn={drawn} />;
    case "onTime":
      return onTime && <OnTime view={onTime} />;
    case "lists":
      return <Lists view={view} renderRow={drawn.row} />;
  }
}

function Need({ need: { text, href, tone } }: { need: NeedView }) {
  const className = tone ? `need ${tone}` : "need";
  return href ? (
    <Link to={href} className={className}>
      {text}
    </Link>
  ) : (
    <span className={className}>{text}</span>
  );
}

function OnTheWay({ view: { title, all, href, first, about }, drawn }: { view: MapView; drawn: Drawn }) {
  const content = (
    <>
      {drawn.picture}
      <span>{`${all} `}</span>
    </>
  );
  return (
    <Section title={title} layout="tile" className="relative">
      {href ? (
        <Link to={href} className="on-the-way text-link">
          {content}
        </Link>
      ) : (
        <p className="on-the-way">{content}</p>
      )}
      {first ? <p className="text-xs text-quiet">{first}</p> : null}
      <About label={about}>{drawn.aboutPicture}</About>
    </Section>
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
      <div className="weeks">
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
              <span className="max-sm:block">{`${weekday} `}</span>
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

function Lists({ view, renderRow }: { view: DashboardView; renderRow: Drawn["row"] }) {
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
