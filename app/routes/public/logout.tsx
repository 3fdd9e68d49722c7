import { redirect } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { env } from "#app/config/env.server.ts";
import { signOut } from "#app/contract/auth.ts";
import { sameSitePath } from "#app/lib/same-site-path.ts";
import { SIGNED_OUT_MARK } from "#app/lib/signed-out-mark.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/logout";

export const meta = pageTitle;

/** Asks before leaving (spec 5). Whoever has no token is out already. */
export function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const back = sameSitePath(args.url.searchParams.get("redirect"), "/");
  if (!visit.session.token) throw redirect("/home");
  return { title: visit.t("logout.title"), back };
}

/**
 * Clears token, user and language, and lands on /home with the way back (spec 2, 4). With `intent=relogin` the alert
 * of an ended session was confirmed: the sign-in page follows instead.
 */
export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const form = await args.request.formData();
  const back = sameSitePath(form.get("redirect"), "/");
  const isRelogin = form.get("intent") === "relogin";
  if (visit.session.token) {
    // The cookie goes in any case; a provider that is down learns of it when the token expires.
    await visit.write(signOut, {}).catch(() => null);
  }
  visit.session.end();
  const address = `${isRelogin ? "/login" : "/home"}?${new URLSearchParams({ redirect: back })}`;
  // What was typed and not sent yet waits for whoever signs in again; whoever leaves by will leaves nothing behind.
  return redirect(address, { headers: isRelogin ? forgetPages() : leaveNothing() });
}

/** Pages that the browser has kept are gone in either case. */
const forgetPages = () => new Headers(env.isBehindTls ? { "clear-site-data": '"cache"' } : {});

/** The browser empties what the portal has kept in it; over plain http it would not, and the next page does. */
function leaveNothing(): Headers {
  const headers = new Headers(env.isBehindTls ? { "clear-site-data": '"cache", "storage"' } : {});
  headers.append("set-cookie", `${SIGNED_OUT_MARK}=1; Path=/; SameSite=Lax; Max-Age=31536000`);
  return headers;
}

export default function Logout({ loaderData }: Route.ComponentProps) {
  const { t } = useText();
  const { requestId } = useRootData();
  return (
    <Card className="mx-auto my-8 max-w-narrow">
      <h1 className="text-xl font-semibold">{t("logout.title")}</h1>
      <p className="mt-2">{t("logout.question")}</p>
      <form method="post" action="/logout" className="mt-6 flex gap-3">
        <input type="hidden" name="requestId" value={requestId} />
        <input type="hidden" name="redirect" value={loaderData.back} />
        <Button kind="primary">{t("logout.confirm")}</Button>
        <a href={loaderData.back} className={buttonStyle()}>
          {t("logout.cancel")}
        </a>
      </form>
    </Card>
  );
}
