import { requireUser } from "#app/access/guard.server.ts";
import { ChooseFile, ImportReport } from "#app/components/import-report.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { addressIdIn } from "#app/features/addresses/edit.server.ts";
import { importRules, loadImport, runImport, sendFile } from "#app/features/addresses/import.server.ts";
import { ADDRESS_IMPORT_PAGE, ADDRESSES } from "#app/features/addresses/paths.ts";
import { addressWrites } from "#app/features/addresses/permission.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/address-import";

export const handle: PageHandle = { texts: ["address-book"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, addressWrites);
  const id = addressIdIn(args.url.searchParams);
  return {
    title: visit.t("addresses:title.import"),
    view: id ? await loadImport(visit, id) : null,
    rules: importRules(visit),
    requestId: visit.requestId(),
  };
}

/** Without an id in its address a file comes, with one the file of that id is carried out. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, addressWrites);
  const id = addressIdIn(args.url.searchParams);
  return id ? runImport(visit, id, await args.request.formData()) : sendFile(visit, args.request, args.url);
}

export default function AddressImport({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, rules, requestId } = loaderData;
  const { t } = useText("address-book");
  return (
    <Page head={{ title }} fault={actionData?.fault}>
      {view ? (
        <ImportReport
          view={view}
          labels={{ line: t("import.line"), name: t("field.name"), why: t("import.why") }}
          press={!view.isDone && view.writes > 0 ? t("import.run") : null}
          nothing={!view.isDone && view.writes === 0 ? t("import.nothing") : null}
          link={
            view.isDone
              ? { to: ADDRESSES, text: t("back"), isMain: true }
              : { to: ADDRESS_IMPORT_PAGE, text: t("import.another"), isMain: false }
          }
          requestId={requestId}
          answer={actionData}
        />
      ) : (
        <ChooseFile
          action={withQuery(ADDRESS_IMPORT_PAGE, { requestId: actionData?.requestId ?? requestId })}
          labels={{
            title: null,
            lead: t("import.lead"),
            file: t("import.file"),
            ...rules,
            read: t("import.read"),
          }}
        />
      )}
    </Page>
  );
}
