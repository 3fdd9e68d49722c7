import { ButtonLink } from "#app/components/button-link.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { Link } from "#app/components/link.tsx";
import { BeyondEnd, isBeyondEnd, PageRange, Pager } from "#app/components/list/pager.tsx";
import { UnreadCount } from "#app/components/unread-count.tsx";
import { useText } from "#app/locales/use-text.ts";
import { INQUIRY, TEAMS, teamPageSizes } from "../address.ts";
import { SearchForm } from "./search-form.tsx";
import type { TeamsView } from "./teams.server.ts";

/** Teams with their channels; each channel is a link to its tab. */
export function TeamList({ view }: { view: TeamsView }) {
  const { t } = useText("messages");
  const { keyword, page, rows } = view;
  const href = (changes: Record<string, number>) => {
    const entries = Object.entries({ keyword, pageSize: page.pageSize, ...changes });
    const set = entries.flatMap(([name, value]): [string, string][] =>
      value ? [[name, String(value)]] : [],
    );
    return `${TEAMS}?${new URLSearchParams(set)}`;
  };
  return (
    <>
      <div className="max-w-text">
        <SearchForm
          action={TEAMS}
          name="keyword"
          words={keyword}
          label={t("teams.title")}
          hint={t("teams.keyword")}
          button={t("teams.search")}
        />
      </div>
      {isBeyondEnd(page) ? (
        <BeyondEnd view={page} hrefOfPage={(next) => href({ page: next })} />
      ) : rows.length === 0 ? (
        <NoTeams isFiltered={keyword !== undefined} />
      ) : (
        <>
          <p role="status" className="text-quiet">
            <PageRange view={page} />
          </p>
          <ul className="rounded-lg border border-line bg-card">
            {rows.map(({ id, title, channels }) => (
              <li key={id} className="flex flex-wrap gap-x-6 gap-y-1 border-b border-line px-4 py-3">
                <h2 className="w-full font-semibold">{title}</h2>
                {channels.map((channel) => (
                  <span key={channel.href} className="flex items-center gap-2">
                    <Link to={channel.href} className="text-link underline">
                      {channel.label}
                    </Link>{" "}
                    {channel.total === null ? null : (
                      <span className="text-xs text-quiet">{`${t("teams.total", { count: channel.total })} `}</span>
                    )}
                    <UnreadCount count={channel.unread} />
                  </span>
                ))}
              </li>
            ))}
          </ul>
          <Pager
            view={page}
            sizes={teamPageSizes}
            hrefOfPage={(next) => href({ page: next })}
            hrefOfSize={(size) => href({ pageSize: size })}
          />
        </>
      )}
    </>
  );
}

function NoTeams({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useText("messages");
  return isFiltered ? (
    <EmptyState title={t("teams.filteredTitle")} text={t("teams.filteredText")}>
      <ButtonLink to={TEAMS}>{t("teams.clear")}</ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState title={t("teams.noneTitle")} text={t("teams.noneText")}>
      <ButtonLink to={INQUIRY} kind="primary">
        {t("inquiry.title")}
      </ButtonLink>
    </EmptyState>
  );
}
