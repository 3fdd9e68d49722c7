import { useText } from "#app/locales/use-text.ts";
import { ButtonLink } from "../button-link.tsx";
import { Actions } from "../page/actions.tsx";
import { PageRange, type PageView } from "./pager.tsx";

/** Links to the page before and after, where there is more than one; for short lists, whose page size nobody chooses. */
export function PageLinks({ view, hrefOfPage }: { view: PageView; hrefOfPage: (page: number) => string }) {
  const { t } = useText();
  const { page, pageSize, rowCount, total } = view;
  if (rowCount === 0 || total <= pageSize) return null;
  return (
    <Actions>
      {page > 1 ? (
        <ButtonLink to={hrefOfPage(page - 1)} rel="prev">
          {t("pager.previous")}
        </ButtonLink>
      ) : null}
      <span className="text-quiet">
        <PageRange view={view} />{" "}
      </span>
      {page * pageSize < total ? (
        <ButtonLink to={hrefOfPage(page + 1)} rel="next">
          {t("pager.next")}
        </ButtonLink>
      ) : null}
    </Actions>
  );
}
