import { useForm } from "@conform-to/react";
import { redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { memberHref, memberIn } from "#app/features/members/member.server.ts";
import { removeMember } from "#app/features/members/remove.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/member-remove";

export const handle: PageHandle = { texts: ["member-pages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, user } = await requireMemberManager(args);
  const { userId, userName, name, status } = await memberIn(visit, args.url.searchParams);
  if (userId === user.userId) throw redirect(memberHref(userId));
  const isInvitation = status === "AWAITING_CONFIRMATION";
  const title = isInvitation ? visit.t("members:title.withdraw", { name }) : visit.t("members:title.remove");
  const backHref = memberHref(userId);
  return { title, isInvitation, userName, name, backHref, requestId: visit.requestId() };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireMemberManager(args);
  const member = await memberIn(visit, args.url.searchParams);
  return removeMember(visit, member, await args.request.formData());
}

/** Confirmed by typing the account name (product 5.9); an invitation is withdrawn by the button alone. */
export default function MemberRemove({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("member-pages");
  const { title, isInvitation, userName, name, backHref, requestId } = loaderData;
  const [form, fields] = useForm<{ accountName: string }>({ id: "remove", lastResult: actionData?.reply });
  return (
    <Page head={{ title }} layout="card" fault={form.errors?.join(" ")}>
      <p className="wrap-anywhere">{t(isInvitation ? "withdrawText" : "removeText", { name })}</p>
      <PostForm requestId={requestId} answer={actionData} id={form.id} noValidate>
        {isInvitation ? null : (
          <InputField
            field={fields.accountName}
            label={t("removeConfirm", { userName })}
            autoCapitalize="none"
            autoComplete="off"
            isAlert
          />
        )}
        <Actions>
          <Button kind="danger">{t(isInvitation ? "withdraw" : "remove")}</Button>
          <ButtonLink to={backHref}>{t("cancel")}</ButtonLink>
        </Actions>
      </PostForm>
    </Page>
  );
}
