import { href, redirect } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { refusedPress } from "#app/components/form-reply.server.ts";
import { Actions } from "#app/components/page/actions.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { inviteAgain } from "#app/contract/member.ts";
import { memberDetail } from "#app/features/members/detail.server.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { memberHref, memberIn } from "#app/features/members/member.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/member-detail";

export const handle: PageHandle = { texts: ["member-pages"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const { visit, user } = await requireMemberManager(args);
  const member = await memberIn(visit, args.url.searchParams);
  return {
    title: member.name,
    requestId: visit.requestId(),
    view: await memberDetail(visit, member, user.userId),
  };
}

/** Sends the invitation again. */
export async function action(args: Route.ActionArgs) {
  const { visit } = await requireMemberManager(args);
  const { userId } = await memberIn(visit, args.url.searchParams);
  const key = String((await args.request.formData()).get("requestId"));
  const result = await visit.write(inviteAgain, { userId }, { key });
  if (!result.isDone) return refusedPress(result.fault, key);
  visit.session.flash({ kind: "success", key: "members:invited" });
  return redirect(memberHref(userId));
}

export default function MemberDetail({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("member-pages");
  const { title, view, requestId } = loaderData;
  return (
    <Page
      head={{
        title,
        back: { href: href("/account/members"), text: t("back") },
        badge: view.status.label ? <Badge kind={view.status.kind}>{view.status.label}</Badge> : null,
      }}
      layout="text"
      fault={actionData?.fault}
    >
      <Card className="flex flex-col gap-4">
        <Facts facts={view.facts} layout="grid" />
        <Actions>
          {view.canInvite ? (
            <PostForm requestId={requestId} answer={actionData} layout="plain">
              <Button>{t("again")}</Button>
            </PostForm>
          ) : null}
          {view.links.map(({ name, href }) => (
            <ButtonLink key={name} to={href}>
              {t(name)}
            </ButtonLink>
          ))}
        </Actions>
        {view.isSelf ? <p className="text-quiet">{t("you")}</p> : null}
      </Card>
      {view.rights ? (
        <Section title={t("mayTitle")} layout="text">
          <ul className="list-disc pl-5 sm:columns-2">
            {view.rights.map((right) => (
              <li key={right}>{right}</li>
            ))}
          </ul>
        </Section>
      ) : null}
    </Page>
  );
}
