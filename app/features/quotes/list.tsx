import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { ExportForm } from "#app/components/list/export-form.tsx";
import { FilterChips, FilterForm } from "#app/components/list/filter-form.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { ListRows } from "#app/components/list/list-rows.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { QuoteListView } from "./list.server.ts";
import { useTick } from "./use-tick.ts";

export function QuoteList({
  title,
  view,
  canRequest,
}: {
  title: string;
  view: QuoteListView;
  canRequest: boolean;
}) {
  const { t } = useText("quote-list");
  useTick(view);
  const request = canRequest ? (
    <ButtonLink to={href("/quote/add")} kind="primary">
      {t("request")}
    </ButtonLink>
  ) : null;
  return (
    <ListPage
      title={title}
      tools={
        <span className="flex flex-wrap gap-2">
          {view.file ? <ExportForm {...view.file} /> : null}
          {request}
        </span>
      }
      view={view}
      texts="quote-list"
      search={<FilterForm view={view.filters} />}
      chips={<FilterChips view={view.filters} />}
      none={{ text: t(canRequest ? "empty.noneText" : "empty.noneTextReadOnly"), action: request }}
    >
      <ListRows {...view} />
    </ListPage>
  );
}
