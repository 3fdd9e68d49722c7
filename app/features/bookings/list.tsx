import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { ExportForm } from "#app/components/list/export-form.tsx";
import { FilterChips, FilterForm } from "#app/components/list/filter-form.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { ListRows } from "#app/components/list/list-rows.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { BookingListView } from "./list.server.ts";

export function BookingList({
  title,
  view,
  newHref,
}: {
  title: string;
  view: BookingListView;
  newHref: string | null;
}) {
  const { t } = useText("booking-list");
  const book = newHref ? (
    <ButtonLink to={newHref} kind="primary">
      {t("book")}
    </ButtonLink>
  ) : null;
  const tools = (
    <span className="flex flex-wrap gap-3">
      {view.file ? <ExportForm {...view.file} /> : null}
      {book ? <ButtonLink to={href("/booking/template")}>{t("templates")}</ButtonLink> : null}
      {book}
    </span>
  );
  return (
    <ListPage
      title={title}
      tools={tools}
      view={view}
      texts="booking-list"
      search={<FilterForm view={view.filters} />}
      chips={<FilterChips view={view.filters} />}
      none={{ text: t(newHref ? "empty.noneText" : "empty.noneTextReadOnly"), action: book }}
    >
      <ListRows {...view} />
    </ListPage>
  );
}
