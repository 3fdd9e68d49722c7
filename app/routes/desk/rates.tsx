import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import { ChooseFile, ImportReport } from "#app/components/import-report.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import {
  importIdOf,
  importRules,
  loadImport,
  loadRates,
  runImport,
  sendFile,
} from "#app/features/rates/rates.server.ts";
import { RateList } from "#app/features/rates/rates.tsx";
import { withQuery } from "#app/lib/with-query.ts";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/rates";

export const handle: PageHandle = { texts: ["desk", "rate-pages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const search = args.url.searchParams;
  const id = importIdOf(search);
  return {
    title: visit.t("rates:title"),
    report: id ? await loadImport(visit, id) : null,
    view: id ? null : await loadRates(visit, search),
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

export default function Rates({ loaderData, actionData }: Route.ComponentProps) {
  const { title, report, view, rules, requestId } = loaderData;
  const { t } = useText("rate-pages");
  const here = href("/freightForwarder/rates");
  return (
    <DeskPage title={title} fault={actionData?.fault}>
      {report ? (
        <ImportReport
          view={report}
          labels={{ line: t("import.line"), name: null, why: t("import.why") }}
          press={report.canRun ? t("import.run") : null}
          link={{ to: here, text: t(report.isDone ? "import.done" : "import.another"), isMain: false }}
          requestId={requestId}
          answer={actionData}
        />
      ) : (
        <ChooseFile
          action={withQuery(here, { requestId: actionData?.requestId ?? requestId })}
          labels={{
            title: t("import.title"),
            lead: t("import.lead"),
            file: t("import.file"),
            ...rules,
            read: t("import.read"),
          }}
        />
      )}
      {view ? <RateList view={view} /> : null}
    </DeskPage>
  );
}
