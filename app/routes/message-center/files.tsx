import { Link, redirect, useNavigate } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { conversationHref, MESSAGES, newestHref } from "#app/features/messages/address.ts";
import { FileForm } from "#app/features/messages/composer.tsx";
import { handleFiles, loadFiles } from "#app/features/messages/files.server.ts";
import { messageNeeds } from "#app/features/messages/permission.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/files";

export const handle: PageHandle = { texts: ["messages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  const view = loadFiles(visit, args.url.searchParams);
  if (!view) throw redirect(MESSAGES);
  return { title: visit.t("messages:files.title"), view, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args, messageNeeds);
  return handleFiles(visit, args.request, args.url);
}

/** What the form of the conversation does, on a page that can say which file was refused and why. */
export default function MessageFiles({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("messages");
  const { title, view, requestId } = loaderData;
  const navigate = useNavigate();
  return (
    <Card className="mx-auto flex max-w-text flex-col gap-4">
      <h1 className="text-xl font-semibold">{title}</h1>
      {actionData?.fault ? <Alert kind="danger">{actionData.fault}</Alert> : null}
      {actionData && actionData.refused.length > 0 ? (
        <Alert kind="danger">
          <p className="font-semibold">{t("files.refused")}</p>
          <ul>
            {actionData.refused.map(({ fileName, message }) => (
              <li key={fileName + message}>
                {fileName}: {message}
              </li>
            ))}
          </ul>
          {actionData.files.length > 0 ? <p>{t("files.someSent")}</p> : null}
        </Alert>
      ) : null}
      <FileForm
        {...view}
        requestId={requestId}
        onSent={() => void navigate(newestHref(view.session, view.tab))}
      />
      <p>
        <Link to={conversationHref(view.session, view.tab)} className={buttonStyle({ kind: "primary" })}>
          {t("files.back")}
        </Link>
      </p>
    </Card>
  );
}
