import { requireUser } from "#app/access/guard.server.ts";
import { begunKey } from "#app/components/begun-form.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { TemplateForm } from "#app/features/analytics/template-form.tsx";
import { saveTemplate, templateStart } from "#app/features/analytics/templates.server.ts";
import type { Route } from "./+types/template-edit";

export const handle: PageHandle = {};
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const start = await templateStart(visit, args.url.searchParams);
  return { title: start.title, start, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return saveTemplate(visit, args.url.searchParams, await args.request.formData());
}

/** Saves the report of the address. */
export default function SaveReport({ loaderData, actionData }: Route.ComponentProps) {
  const { title, start, requestId } = loaderData;
  return (
    <Page head={{ title }} layout="card">
      <p>
        <strong>{`${start.sentence} `}</strong>
        <span className="block text-quiet">{start.hint}</span>
      </p>
      <TemplateForm key={begunKey(actionData)} start={start} requestId={requestId} answer={actionData} />
    </Page>
  );
}
