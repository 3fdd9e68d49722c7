import { useText } from "#app/locales/use-text.ts";
import { ButtonLink } from "../button-link.tsx";
import { EmptyState } from "../empty-state.tsx";
import { Link } from "../link.tsx";

export interface PageView {
  page: number;
  pageSize: number;
  /** How many rows this page shows. */
  rowCount: number;
  total: number;
  /** There are more than `total`: counting stopped there. */
  isTotalCapped: boolean;
}

/** "26–50 of 312", or "of more than 1,000" where counting stopped. */
export function PageRange({ view }: { view: PageView }) {
  const { t, i18n } = useText();
  const from = (view.page - 1) * view.pageSize + 1;
  const total = view.total.toLocaleString(i18n.language);
  if (view.rowCount === 0) return null;
  return t(view.isTotalCapped ? "pager.rangeCapped" : "pager.range", {
    from,
    to: from + view.rowCount - 1,
    total,
  });
}

/** Below a table: what holds for all of it, which of the rows these are, and their order where no column shows it. */
export function ListNote({
  note,
  order,
  view,
}: {
  note?: string | undefined;
  order?: string | null | undefined;
  view: PageView;
}) {
  return (
    <div className="flex flex-wrap justify-between gap-2 text-xs text-quiet">
      <p>{note}</p>
      <p role="status">
        <PageRange view={view} />
        {order ? ` · ${order}` : null}
      </p>
    </div>
  );
}

/** Links to previous and next page, and page sizes. */
export function Pager({
  view,
  sizes,
  hrefOfPage,
  hrefOfSize,
}: {
  view: PageView;
  sizes: readonly number[];
  hrefOfPage: (page: number) => string;
  hrefOfSize: (size: number) => string;
}) {
  const { t } = useText();
  const { page, pageSize, rowCount, total, isTotalCapped } = view;
  const hasNext = rowCount === pageSize && (isTotalCapped || page * pageSize < total);
  return (
    <nav
      aria-label={t("pager.label")}
      className="flex flex-wrap items-center justify-between gap-3 print:hidden"
    >
      <span className="flex flex-wrap items-center gap-2 text-quiet">
        {`${t("pager.size")} `}
        {sizes.map((size) => (
          <Link
            key={size}
            to={hrefOfSize(size)}
            aria-current={size === pageSize ? "true" : undefined}
            className="rounded-sm px-2 py-2 aria-[current]:bg-muted aria-[current]:text-foreground"
          >
            {`${size} `}
          </Link>
        ))}
      </span>
      <span className="flex items-center gap-2">
        {page > 1 ? (
          <ButtonLink to={hrefOfPage(page - 1)} rel="prev">
            {t("pager.previous")}
          </ButtonLink>
        ) : null}
        <span className="text-quiet">{`${t("pager.page", { page })} `}</span>
        {hasNext ? (
          <ButtonLink to={hrefOfPage(page + 1)} rel="next">
            {t("pager.next")}
          </ButtonLink>
        ) : null}
      </span>
    </nav>
  );
}

/** Whether the query asks for a page after the last. */
export const isBeyondEnd = ({ page, rowCount, total }: PageView) => rowCount === 0 && page > 1 && total > 0;

/** Shown in place of such a page's rows: a link to the last page, or to the last counted one. */
export function BeyondEnd({
  view: { pageSize, total },
  hrefOfPage,
  text,
}: {
  view: PageView;
  hrefOfPage: (page: number) => string;
  text?: string;
}) {
  const { t } = useText();
  const page = Math.ceil(total / pageSize);
  return (
    <EmptyState title={t("pager.endTitle")} text={text ?? t("pager.endText", { page })}>
      <ButtonLink to={hrefOfPage(page)} kind="primary">
        {t("pager.toPage", { page })}
      </ButtonLink>
    </EmptyState>
  );
}
