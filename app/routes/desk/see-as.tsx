import { requireFreshFactor, requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { DeskPage } from "#app/components/desk-page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { beginSeeing, loadWhom } from "#app/features/see-as/see-as.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/see-as";

export const handle: PageHandle = { texts: ["desk"], isOfDesk: true };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireFreshFactor(args, { desk: true });
  return { ...(await loadWhom(visit, args.url)), requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return beginSeeing(visit, args.url, await args.request.formData());
}

/** Asks before the desk sees the portal as a customer's person does. */
export default function SeeAs({ loaderData, actionData }: Route.ComponentProps) {
  const { title, facts, notes, begin, cancel, back, requestId } = loaderData;
  return (
    <DeskPage title={title} fault={actionData?.fault}>
      <Card className="max-w-narrow">
        <ul>
          {facts.map((fact) => (
            <li key={fact} className="wrap-anywhere">
              {fact}
            </li>
          ))}
        </ul>
        <ul className="mt-3 list-disc pl-5 text-quiet">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        <PostForm requestId={requestId} answer={actionData} layout="row" className="mt-4" reloadDocument>
          {begin ? <Button kind="primary">{begin}</Button> : null}
          <ButtonLink to={back}>{cancel}</ButtonLink>
        </PostForm>
      </Card>
    </DeskPage>
  );
}
