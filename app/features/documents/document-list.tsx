import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Link } from "#app/components/link.tsx";
import { FilterChips, FilterForm } from "#app/components/list/filter-form.tsx";
import { ListPage } from "#app/components/list/list-page.tsx";
import { Cells } from "#app/components/list/list-rows.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { DocumentListView } from "./list.server.ts";

const ZIP_FORM = "zip";

/** The documents of all shipments; ticked ones are saved as one zip (product 2). */
export function DocumentList({ title, view }: { title: string; view: DocumentListView }) {
  const { t } = useText("document-list");
  const { zip, add } = view;
  return (
    <ListPage
      title={title}
      tools={
        add ? (
          <ButtonLink to={add.href} kind="primary" className="print:hidden">
            {add.label}
          </ButtonLink>
        ) : null
      }
      view={view}
      texts="document-list"
      search={<FilterForm view={view.filters} />}
      chips={<FilterChips view={view.filters} />}
      form={zip && view.rows.length > 0 ? <ZipForm zip={zip} /> : null}
      none={{ text: t("empty.noneText") }}
    >
      {view.rows.map(({ id, name, href: to, choose, excerpt, cells }) => (
        <tr key={id}>
          {/* Numbers are long: on a phone half the width would break them. */}
          <th scope="row" className="max-sm:col-span-full">
            {zip ? (
              <label className="mr-2 inline-block print:hidden">
                <span className="sr-only">{`${choose} `}</span>
                <input type="checkbox" name="id" value={id} form={ZIP_FORM} className="size-6 align-middle" />
              </label>
            ) : null}{" "}
            {to ? (
              <Link to={to} className="text-link underline">
                {name}
              </Link>
            ) : (
              name
            )}{" "}
            {excerpt ? (
              <span className="block text-xs font-normal text-quiet wrap-anywhere">{`… ${excerpt} …`}</span>
            ) : null}
          </th>
          <Cells columns={view.columns} cells={cells} />
        </tr>
      ))}
    </ListPage>
  );
}

function ZipForm({ zip }: { zip: NonNullable<DocumentListView["zip"]> }) {
  return (
    // A download: the browser posts it itself.
    <form
      id={ZIP_FORM}
      method="post"
      action={href("/document/zip")}
      className="flex flex-wrap items-center gap-3 print:hidden"
    >
      <input type="hidden" name="back" value={zip.back} />
      <Button>{zip.get}</Button> <span className="text-xs text-quiet">{zip.hint}</span>
    </form>
  );
}
