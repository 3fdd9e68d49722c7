import { href } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { DeskPage } from "#app/components/desk-page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { changeAnswerFiles, loadAnswerFiles } from "#app/features/messages/desk/answer-files.server.ts";
import { AnswerFiles } from "#app/features/messages/desk/answer-files.tsx";
import { useText } from "#app/locales/use-text.ts";
import type { Route } from "./+types/answer-files";

export const handle: PageHandle = { texts: ["desk", "desk-talk-page"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, { desk: true });
  const view = await loadAnswerFiles(visit, args.url);
  return { title: view.title, view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, { desk: true });
  return changeAnswerFiles(visit, args.request, args.url);
}

export default function DeskAnswerFiles({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("desk-talk-page");
  const { title, ...rest } = loaderData;
  return (
    <DeskPage
      title={title}
      back={{ href: href("/freightForwarder/answers"), text: t("backToAnswers") }}
      fault={actionData?.fault}
    >
      <AnswerFiles {...rest} answer={actionData} />
    </DeskPage>
  );
}
