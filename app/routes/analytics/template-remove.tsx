import { requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { pageTitle } from "#app/components/title.ts";
import { removeTemplate, templateRemoval } from "#app/features/analytics/templates.server.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/template-remove";

export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args);
  const view = await templateRemoval(visit, args.url.searchParams);
  return { title: view.title, view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  return removeTemplate(visit, args.url.searchParams, await args.request.formData());
}

export default function RemoveReport({ loaderData, actionData }: Route.ComponentProps) {
  const { title, question, submit, back } = loaderData.view;
  return (
    <Page head={{ title }} layout="card" fault={actionData?.fault}>
      <p className="wrap-anywhere text-base">{question}</p>
      <PostForm requestId={loaderData.requestId} answer={actionData} layout="row">
        <Button kind="danger">{submit}</Button>
        <ButtonLink to={back.href}>{back.text}</ButtonLink>
      </PostForm>
    </Page>
  );
}
