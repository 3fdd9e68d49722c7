import { data } from "react-router";
import { trouble } from "#app/access/answer.server.ts";
import { openToAll } from "#app/access/guard.server.ts";
import { ownRefusal } from "#app/access/write-fault.server.ts";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { unsubscribe, unsubscribeTargets } from "#app/contract/notification.ts";
import { tokenIn } from "#app/features/notifications/link.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/unsubscribe";

export const handle: PageHandle = { texts: ["notifications"] };
export const meta = pageTitle;

/** Opened from a mail. Opening it changes nothing, because programs open links too. */
export async function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const title = visit.t("notifications:title.unsubscribe");
  const token = tokenIn(args.url);
  if (!token) return { title, targets: null };
  const result = await visit.readOrRefusal(unsubscribeTargets, { token });
  if (result.isDone) return { title, targets: result.data };
  if (result.fault.code === CODE_NOT_FOUND) return { title, targets: null };
  throw trouble({ kind: "refused", message: result.fault.message }, 502);
}

/** The page's button, and the one click of a mail program (RFC 8058): repeating it ends nothing more. */
export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const token = tokenIn(args.url);
  const result = token ? await visit.write(unsubscribe, { token }) : null;
  if (result?.isDone) return { fault: null };
  const fault = result?.fault ?? ownRefusal(visit.t("notifications:unsubscribe.invalidText"));
  return data({ fault: fault.message }, { status: fault.kind === "unavailable" ? 503 : 400 });
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("notifications");
  const { title, targets } = loaderData;
  const isDone = actionData?.fault === null;
  return (
    <Page head={{ title }} layout="alone" fault={actionData?.fault}>
      {isDone ? <Alert kind="success">{t("unsubscribe.done")}</Alert> : null}
      {targets && !isDone ? (
        <form method="post" className="flex flex-col gap-4">
          <p className="wrap-anywhere">{t("unsubscribe.question", { email: targets.recipient })}</p>
          <ul className="list-disc pl-5">
            {targets.names.map((name) => (
              <li key={name} className="wrap-anywhere">
                {name}
              </li>
            ))}
          </ul>
          <Button kind="primary" size="large">
            {t("unsubscribe.end")}
          </Button>
          <p className="text-xs text-quiet">{t("unsubscribe.security")}</p>
        </form>
      ) : null}
      {targets ? null : <p className="text-quiet">{t("unsubscribe.invalidText")}</p>}
    </Page>
  );
}
