import { requireUser } from "#app/access/guard.server.ts";
import { answeredField, inputProps } from "#app/components/field-props.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { addressIdIn } from "#app/features/addresses/edit.server.ts";
import { importRules, loadImport, runImport, sendFile } from "#app/features/addresses/import.server.ts";
import { ImportReport } from "#app/features/addresses/import-report.tsx";
import { ADDRESS_IMPORT_PAGE } from "#app/features/addresses/paths.ts";
import { addressWrites } from "#app/features/addresses/permission.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
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
  return (
    <div className="mx-auto flex max-w-page flex-col gap-4">
      <h1 className="text-xl font-semibold">{title}</h1>
      {actionData ? <Alert kind="danger">{actionData.fault}</Alert> : null}
      {view ? (
        <ImportReport view={view} requestId={requestId} answer={actionData} />
      ) : (
        <ChooseFile rules={rules} requestId={actionData?.requestId ?? requestId} />
      )}
    </div>
  );
}

function ChooseFile({ rules, requestId }: { rules: { limits: string; columns: string }; requestId: string }) {
  const { t } = useText("address-book");
  const field = answeredField({ id: "file" });
  return (
    <Card>
      <form
        method="post"
        encType="multipart/form-data"
        action={`${ADDRESS_IMPORT_PAGE}?requestId=${encodeURIComponent(requestId)}`}
        className="flex flex-col gap-3"
      >
        <p>{t("import.lead")}</p>
        <p className="text-quiet">{rules.columns}</p>
        <label htmlFor={field.id} className="font-medium">
          {t("import.file")}
        </label>
        <p id={field.descriptionId} className="text-xs text-quiet">
          {rules.limits}
        </p>
        <input {...inputProps(field, "file", field.descriptionId)} accept=".csv,.txt,.xlsx" required />
        <p>
          <Button kind="primary">{t("import.read")}</Button>
        </p>
      </form>
    </Card>
  );
}
