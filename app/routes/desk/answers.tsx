import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { changeDeskAnswers, loadDeskAnswers } from "#app/features/messages/desk/answers.server.ts";
import { DeskAnswers } from "#app/features/messages/desk/answers.tsx";
import type { Route } from "./+types/answers";

export const handle: PageHandle = { texts: ["desk", "desk-talk-page"] };
export const meta = pageTitle;
export { afterConflict as shouldRevalidate } from "#app/components/after-conflict.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const answers = await loadDeskAnswers(visit);
  return { title: visit.t("desk-talk:answersTitle"), answers, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return changeDeskAnswers(visit, await args.request.formData());
}

export default function DeskAnswersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, ...rest } = loaderData;
  // The fault of an answer that is still there, or of a new one, stands in its form.
  const hasForm = !actionData?.id || rest.answers.some(({ id }) => id === actionData.id);
  return (
    <DeskPage title={title} fault={hasForm ? null : actionData.fault}>
      <DeskAnswers {...rest} answer={actionData} />
    </DeskPage>
  );
}
