import { Link } from "react-router";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Card } from "#app/ui/card.tsx";

export interface SectionView {
  key: string;
  title: string;
  count: string;
  /** Null when the reader has no shipment list. */
  href: string | null;
  rows: string[];
  none: string;
}

export interface DashboardView {
  title: string;
  asOf: string;
  texts: { glance: string; all: string; emptyTitle: string; emptyText: string };
  sections: SectionView[];
}

/** Counts first, then each list with its first rows. `renderRow` renders a shipment's row. */
export function Dashboard({
  view,
  renderRow,
}: {
  view: DashboardView;
  renderRow: (row: string) => React.ReactNode;
}) {
  const { sections, texts } = view;
  const isEmpty = sections.every((section) => section.rows.length === 0);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl font-semibold">{view.title}</h1>
        <p className="text-xs text-quiet">{view.asOf}</p>
      </div>
      {isEmpty ? (
        <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
      ) : (
        <>
          <ul className="tiles" aria-label={texts.glance}>
            {sections.map((section) => (
              <li key={section.key}>
                <Tile section={section} />
              </li>
            ))}
          </ul>
          <div className="grid gap-4 md:grid-cols-2">
            {sections.map((section) => (
              <Card key={section.key} aria-labelledby={section.key}>
                <div className="mb-2 flex items-center justify-between gap-2">
                  <h2 id={section.key} className="text-base font-semibold">
                    {section.title}
                  </h2>
                  {section.href && section.rows.length > 0 ? (
                    <Link to={section.href} className="text-link underline" aria-describedby={section.key}>
                      {texts.all}
                    </Link>
                  ) : null}
                </div>
                {section.rows.length === 0 ? (
                  <p className="text-quiet">{section.none}</p>
                ) : (
                  <ul className="lines">{section.rows.map(renderRow)}</ul>
                )}
              </Card>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function Tile({ section: { title, count, href } }: { section: SectionView }) {
  const content = (
    <>
      <span className="text-2xl font-semibold">{count}</span> <span className="text-quiet">{title}</span>
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
