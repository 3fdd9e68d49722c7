import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import { ChooseFile, ImportReport } from "#app/components/import-report.tsx";
import { Link } from "#app/components/link.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import {
  importIdOf,
  importRules,
  loadImport,
  runImport,
  sendFile,
} from "#app/features/shipments/desk/import.server.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/shipment-import";

export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export const handle: PageHandle = { texts: ["desk", "desk-import"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const id = importIdOf(args.url.searchParams);
  return {
    title: visit.t("desk-import:title"),
    view: id ? await loadImport(visit, id) : null,
    rules: importRules(visit),
    requestId: visit.requestId(),
  };
}

/** Without an import in its address a file comes, with one the file of that import is carried out. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const id = importIdOf(args.url.searchParams);
  return id ? runImport(visit, id, await args.request.formData()) : sendFile(visit, args.request, args.url);
}

export default function ShipmentImport({ loaderData, actionData }: Route.ComponentProps) {
  const { title, view, rules, requestId } = loaderData;
  const { t } = useText("desk-import");
  const here = href("/freightForwarder/shipmentImport");
  return (
    <DeskPage
      title={title}
      tools={
        <Link to={href("/freightForwarder/imports")} className="text-link underline">
          {t("ofSystem")}
        </Link>
      }
      fault={actionData?.fault}
    >
      {view ? (
        <ImportReport
          view={view}
          labels={{ line: t("line"), name: t("name"), why: t("why") }}
          press={view.canRun ? t("run") : null}
          fields={{ version: view.version }}
          nothing={view.isDone || view.canRun ? null : t("nothing")}
          link={{ to: here, text: t("another"), isMain: view.isDone }}
          requestId={requestId}
          answer={actionData}
        />
      ) : (
        <ChooseFile
          action={withQuery(here, { requestId: actionData?.requestId ?? requestId })}
          labels={{
            title: null,
            lead: t("lead"),
            columns: rules.columns,
            file: t("file"),
            limits: rules.limits,
            read: t("read"),
          }}
        >
          <ul aria-label={t("examples")} className="flex flex-wrap gap-x-4 gap-y-1">
            {rules.examples.map(({ text, href: to }) => (
              <li key={to}>
                <a href={to} className="inline-block py-1 underline">
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </ChooseFile>
      )}
    </DeskPage>
  );
}
