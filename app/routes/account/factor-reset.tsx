import { href, useNavigation } from "react-router";
import { requireFreshFactor, requireUser } from "#app/access/guard.server.ts";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { memberToReset, resetMember, resetNeeds } from "#app/features/account/factor-reset.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/factor-reset";

export const handle: PageHandle = { texts: ["safety"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, user } = await requireFreshFactor(args, resetNeeds);
  return {
    member: await memberToReset(visit, args.url, user.userId),
    title: visit.t("safety:reset.title"),
    requestId: visit.requestId(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit, user } = await requireUser(args, resetNeeds);
  return resetMember(visit, args.url, user.userId, await args.request.formData());
}

/** For a member who has lost phone and recovery codes: `?name=` is their account name. */
export default function FactorReset({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("safety");
  const { state } = useNavigation();
  const { member, title, requestId } = loaderData;
  return (
    <Page head={{ title }} layout="card" fault={actionData?.fault}>
      <p className="text-base">{t("reset.question", { name: member.name, account: member.userName })}</p>
      <p className="text-quiet">{t("reset.text")}</p>
      <PostForm requestId={requestId} answer={actionData} layout="row">
        <Button kind="danger" aria-disabled={state === "submitting"}>
          {t("reset.submit")}
        </Button>
        <ButtonLink to={href("/account/secondFactor")}>{t("reset.back")}</ButtonLink>
      </PostForm>
    </Page>
  );
}
