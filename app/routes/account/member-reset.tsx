import { data } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { CopyButton } from "#app/components/copy-button.tsx";
import { timed } from "#app/components/moment.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { getResetPwd } from "#app/contract/member.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { memberHref, memberIn } from "#app/features/members/member.server.ts";
import { aroundTime } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Input } from "#app/ui/input.tsx";
import type { Route } from "./+types/member-reset";

export const handle: PageHandle = { texts: ["member-pages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit } = await requireMemberManager(args);
  const { userId, name } = await memberIn(visit, args.url.searchParams);
  const title = visit.t("members:title.reset");
  return { title, name, backHref: memberHref(userId), requestId: visit.requestId() };
}

/**
 * Makes the one-time link and shows it in the answer itself, which is kept nowhere: sent again, the form gives the
 * same link (app/decisions/sign-in-and-accounts.md).
 */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireMemberManager(args);
  const { userId } = await memberIn(visit, args.url.searchParams);
  const key = String((await args.request.formData()).get("requestId"));
  const result = await visit.write(getResetPwd, { userId }, { key });
  if (result.isDone) {
    const { url = "", expiresAt = null } = result.data ?? {};
    return data({ link: { url, until: visit.time(expiresAt) }, fault: null, requestId: null });
  }
  const isUnknown = result.fault.kind === "unavailable";
  const reply = { link: null, fault: result.fault.message, requestId: isUnknown ? key : null };
  return data(reply, { status: isUnknown ? 503 : 400 });
}

export default function MemberReset({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("member-pages");
  const { title, name, backHref, requestId } = loaderData;
  const link = actionData?.link;
  return (
    <Page head={{ title: link ? t("linkTitle", { name }) : title }} layout="card" fault={actionData?.fault}>
      {link ? (
        <>
          <p role="status">{timed(aroundTime(link.until, (until) => t("linkText", { until })))}</p>
          <p className="flex items-center gap-2">
            <Input readOnly value={link.url} aria-label={t("linkLabel")} /> <CopyButton text={link.url} />
          </p>
        </>
      ) : (
        <p className="wrap-anywhere">{t("resetText", { name })}</p>
      )}
      <PostForm requestId={requestId} answer={actionData} layout="row">
        {link ? null : <Button kind="primary">{`${t("makeLink")} `}</Button>}
        <ButtonLink to={backHref}>{t("cancel")}</ButtonLink>
      </PostForm>
    </Page>
  );
}
