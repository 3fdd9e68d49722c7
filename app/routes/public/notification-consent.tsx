import { trouble } from "#app/access/answer.server.ts";
import { openToAll } from "#app/access/guard.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { confirmRecipient, recipientInvitation } from "#app/contract/notification.ts";
import { tokenIn } from "#app/features/notifications/link.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/notification-consent";

export const handle: PageHandle = { texts: ["notifications"] };
export const meta = pageTitle;

/** Opened from the mail that asks a recipient. Opening it changes nothing; pressing the button does. */
export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const title = visit.t("notifications:title.consent");
  const token = tokenIn(args.url);
  if (!token) return { title, invitation: null };
  const result = await visit.readOrRefusal(recipientInvitation, { token });
  if (result.isDone) return { title, invitation: result.data };
  if (result.fault.code === CODE_NOT_FOUND) return { title, invitation: null };
  throw trouble({ kind: "refused", message: result.fault.message }, 502);
}

export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const key = String((await args.request.formData()).get("requestId"));
  const result = await visit.write(confirmRecipient, { token: tokenIn(args.url) ?? "-" }, { key });
  if (result.isDone) return { fault: null, requestId: null };
  return refusedPress(result.fault, key);
}

export default function NotificationConsent({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("notifications");
  const { requestId } = useRootData();
  const { title, invitation } = loaderData;
  const isDone = actionData?.fault === null;
  return (
    <Page
      head={{ title: invitation ? title : t("consent.invalidTitle") }}
      layout="alone"
      fault={actionData?.fault}
    >
      {isDone ? <Alert kind="success">{t("consent.done")}</Alert> : null}
      {invitation && !isDone ? (
        <PostForm requestId={requestId} answer={actionData} reloadDocument>
          <p className="wrap-anywhere">
            {t("consent.question", { company: invitation.companyName, email: invitation.email })}
          </p>
          <Button kind="primary" size="large">
            {t("consent.agree")}
          </Button>
        </PostForm>
      ) : null}
      {invitation ? null : <p className="text-quiet">{t("consent.invalidText")}</p>}
    </Page>
  );
}
