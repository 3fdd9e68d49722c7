import { Form, href, redirect } from "react-router";
import { refusedPress } from "#app/components/form-reply.server.ts";
import { Link } from "#app/components/link.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { RequestId } from "#app/components/request-id.tsx";
import { pageTitle } from "#app/components/title.ts";
import { inviteAgain } from "#app/contract/member.ts";
import { memberDetail } from "#app/features/members/detail.server.ts";
import { requireMemberManager } from "#app/features/members/guard.server.ts";
import { memberHref, memberIn } from "#app/features/members/member.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
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
    <div className="mx-auto flex max-w-text flex-col gap-4">
      <p>
        <Link to={href("/account/members")} className="text-link hover:underline">
          {t("back")}
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="wrap-anywhere text-xl font-semibold">{title}</h1>
        {view.status.label ? <Badge kind={view.status.kind}>{view.status.label}</Badge> : null}
      </div>
      {actionData ? <Alert kind="danger">{actionData.fault}</Alert> : null}
      <Card className="flex flex-col gap-4">
        <dl className="grid gap-3 sm:grid-cols-2">
          {view.facts.map(([label, text]) => (
            <div key={label}>
              <dt className="text-xs text-quiet">{label}</dt> <dd className="wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap gap-2">
          {view.canInvite ? (
            <Form method="post">
              <RequestId fresh={requestId} answer={actionData} />
              <Button>{t("again")}</Button>
            </Form>
          ) : null}
          {view.links.map(({ name, href }) => (
            <Link key={name} to={href} className={buttonStyle()}>
              {`${t(name)} `}
            </Link>
          ))}
        </div>
        {view.isSelf ? <p className="text-quiet">{t("you")}</p> : null}
      </Card>
      {view.rights ? (
        <Card>
          <h2 className="mb-2 text-lg font-semibold">{t("mayTitle")}</h2>
          <ul className="list-disc pl-5 sm:columns-2">
            {view.rights.map((right) => (
              <li key={right}>{right}</li>
            ))}
          </ul>
        </Card>
      ) : null}
    </div>
  );
}
