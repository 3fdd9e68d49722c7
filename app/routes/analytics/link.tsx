import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { CopyButton } from "#app/components/copy-button.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { pageTitle } from "#app/components/title.ts";
import { loadLink, makeLink } from "#app/features/analytics/link.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import type { Route } from "./+types/link";

export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const view = await loadLink(visit, args.url.searchParams);
  return { title: view.title, view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return makeLink(visit, args.url.searchParams, await args.request.formData());
}

/** A short address of a report. */
export default function ReportLink({ loaderData, actionData }: Route.ComponentProps) {
  const { title, sentence, lead, hint, submit, made, back } = loaderData.view;
  return (
    <Page head={{ title }} layout="card" fault={actionData?.fault}>
      <p>
        <strong>{`${sentence} `}</strong>
        <span className="block text-quiet">{hint}</span>
      </p>
      <p>{lead}</p>
      {made ? (
        <p className="flex items-center gap-2">
          <Input readOnly value={made.url} aria-label={made.label} /> <CopyButton text={made.url} />
        </p>
      ) : null}
      <PostForm requestId={loaderData.requestId} answer={actionData} layout="row">
        {made ? null : <Button>{submit}</Button>}
        <ButtonLink to={back.href}>{back.text}</ButtonLink>
      </PostForm>
    </Page>
  );
}
