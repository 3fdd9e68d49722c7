import { href, redirect } from "react-router";
import { isPageOfOther, openToAll } from "#app/access/guard.server.ts";
import { leaveHref } from "#app/access/page-owner.ts";
import { isRequestIdSigned } from "#app/access/session.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHead } from "#app/components/page/head.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { env } from "#app/config/env.server.ts";
import { signOut } from "#app/contract/auth.ts";
import { endThereToo } from "#app/features/account/company.server.ts";
import { signedOutMark } from "#app/lib/kept-writing.ts";
import { sameSitePath } from "#app/lib/same-site-path.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/logout";

export const handle: PageHandle = { texts: ["logout"] };
export const meta = pageTitle;

/** Asks for confirmation (product 5.9). A visitor without a token is signed out already. */
export function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const back = sameSitePath(args.url.searchParams.get("redirect"), "/");
  if (!visit.session.token) throw redirect(href("/home"));
  return { title: visit.t("logout:title"), back, userName: visit.session.username };
}

/**
 * Clears token, user and language, and redirects to /home with the path to return to (product 4.4). With
 * `intent=relogin` the alert of an ended session was confirmed, and the sign-in page follows instead. The
 * alert ends only the session that it reports: a session started meanwhile continues, and for another
 * person's the page above asks.
 */
export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  const form = await args.request.formData();
  const back = sameSitePath(form.get("redirect"), "/");
  const isRelogin = form.get("intent") === "relogin";
  if (await isPageOfOther(args)) return redirect(leaveHref(back));
  if (isRelogin && visit.session.endSeeing() !== null) return redirect(href("/freightForwarder/index"));
  const isSuperseded =
    visit.session.token !== null && !isRequestIdSigned(String(form.get("requestId")), visit.session);
  if (isRelogin && isSuperseded) return redirect(back);
  // The end of the own session ends what is seen in it.
  visit.session.endSeeing();
  const thereToo = isRelogin ? null : await endThereToo(visit, back);
  if (visit.session.token) {
    // The cookie is removed in any case; if the provider is down, the token expires by itself.
    await visit.write(signOut, {}).catch(() => null);
  }
  const { userId } = visit.session;
  visit.session.end();
  if (thereToo) {
    visit.session.keepCompany(thereToo);
    return redirect(href("/login/company/out"), { headers: leaveNothing(userId) });
  }
  const address = `${isRelogin ? href("/login") : href("/home")}?${new URLSearchParams({ redirect: back })}`;
  // After a relogin, unsent text is kept for the same person; after a deliberate sign-out it is deleted.
  return redirect(address, { headers: isRelogin ? forgetPages() : leaveNothing(userId) });
}

/**
 * Clears the browser's cache where that is possible (behind TLS). Its storage is not cleared, because it may
 * hold other people's unsent text: the next page deletes this person's.
 */
const forgetPages = () => new Headers(env.isBehindTls ? { "clear-site-data": '"cache"' } : {});

function leaveNothing(userId: string | null): Headers {
  const headers = forgetPages();
  if (userId)
    headers.append(
      "set-cookie",
      `${signedOutMark(userId)}=${Date.now()}; Path=/; SameSite=Lax; Max-Age=31536000`,
    );
  return headers;
}

export default function Logout({ loaderData }: Route.ComponentProps) {
  const { t } = useText("logout");
  const { requestId } = useRootData();
  return (
    <Card className="mx-auto my-8 max-w-narrow">
      <PageHead title={t("title")} />
      <p className="mt-2">{t("question")}</p>
      {loaderData.userName ? (
        <p className="mt-1 text-quiet">{t("signedInAs", { name: loaderData.userName })}</p>
      ) : null}
      <PostForm requestId={requestId} layout="row" className="mt-6" reloadDocument action={href("/logout")}>
        <input type="hidden" name="redirect" value={loaderData.back} />
        <Button kind="primary">{t("confirm")}</Button>
        <ButtonLink href={loaderData.back}>{t("cancel")}</ButtonLink>
      </PostForm>
    </Card>
  );
}
