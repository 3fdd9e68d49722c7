import { href } from "react-router";
import { Link } from "#app/components/link.tsx";
import { ExportForm } from "#app/components/list/export-form.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { ListRows } from "#app/components/list/list-rows.tsx";
import { ModeSearch } from "#app/components/list/mode-search.tsx";
import { useText } from "#app/locales/use-text.ts";
import { buttonStyle } from "#app/ui/button.tsx";
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
    <Link to={newHref} className={buttonStyle({ kind: "primary" })}>
      {t("book")}
    </Link>
  ) : null;
  const tools = (
    <span className="flex flex-wrap gap-3">
      {view.file ? <ExportForm {...view.file} /> : null}
      {book ? (
        <Link to={href("/booking/template")} className={buttonStyle()}>
          {`${t("templates")} `}
        </Link>
      ) : null}
      {book}
    </span>
  );
  return (
    <ListPage
      title={title}
      tools={tools}
      view={view}
      texts="booking-list"
      search={<ModeSearch {...view} texts="booking-list" />}
      none={{ text: t(newHref ? "empty.noneText" : "empty.noneTextReadOnly"), action: book }}
    >
      <ListRows {...view} />
    </ListPage>
  );
}
