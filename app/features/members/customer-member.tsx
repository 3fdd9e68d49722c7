import { begunKey } from "#app/components/begun-form.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { Facts } from "#app/components/page/facts.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { CustomerMemberView } from "./customer.server.ts";
import { MemberForm, type MemberReply } from "./member-form.tsx";

type Answer = MemberReply | { fault: string; requestId: string | null } | undefined;

/** One member of a customer's company: what is known, mails, changes, and the way to remove them. */
export function CustomerMember({
  view,
  requestId,
  required,
  answer,
}: {
  view: CustomerMemberView;
  requestId: string;
  required: string[];
  answer: Answer;
}) {
  const { t } = useText("member-pages");
  const pressed = answer && "fault" in answer ? answer : undefined;
  return (
    <>
      {view.status.label ? (
        <p>
          <Badge kind={view.status.kind}>{view.status.label}</Badge>
        </p>
      ) : null}
      {view.company.isClosed ? <Alert kind="warning">{t("closed")}</Alert> : null}
      <Card className="flex max-w-text flex-col gap-4">
        <Facts facts={view.facts} layout="grid" />
        {view.company.isClosed ? null : (
          <Actions>
            {view.mail ? (
              <PostForm requestId={requestId} answer={pressed} layout="plain">
                <Button name="intent" value={view.mail}>
                  {t(view.mail === "RESET" ? "mailReset" : "again")}
                </Button>
              </PostForm>
            ) : null}
            <ButtonLink to={view.removeHref}>{t(view.isInvited ? "withdraw" : "remove")}</ButtonLink>
          </Actions>
        )}
        {view.mail === "RESET" ? <p className="text-quiet">{t("mailText")}</p> : null}
      </Card>
      {view.company.isClosed ? null : (
        <Section title={t("changeTitle")} className="max-w-text">
          <MemberForm
            key={begunKey(answer)}
            kind="edit"
            version={view.desk.version}
            desk={view.desk}
            fields={view.fields}
            choices={view.choices}
            required={required}
            requestId={requestId}
            answer={answer && "reply" in answer ? answer : undefined}
            backHref={view.listHref}
          />
        </Section>
      )}
    </>
  );
}
