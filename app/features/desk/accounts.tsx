import { EmptyState } from "#app/components/empty-state.tsx";
import { Fault } from "#app/components/fault.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { InputField } from "#app/components/form-controls.tsx";
import { timed } from "#app/components/moment.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { textOf } from "#app/lib/moment.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { AccountsReply, AccountView } from "./accounts.server.ts";

/** Companies that wait for the approval of their account. */
export function Accounts({
  rows,
  requestId,
  answer,
}: {
  rows: readonly AccountView[];
  requestId: string;
  answer: AccountsReply | undefined;
}) {
  const { t } = useText("inbox-list");
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title={t("accountsPage.noneTitle")} text={t("accountsPage.noneText")} />
      ) : null}
      {rows.map(({ id, company, facts }) => {
        const own = answer?.id === id ? answer : undefined;
        return (
          <Section key={id} title={company} layout="close">
            <PostForm requestId={requestId} answer={own} layout="close">
              <input type="hidden" name="id" value={id} />
              {own ? <Fault>{own.fault}</Fault> : null}
              <ul>
                {facts.map((fact) => (
                  <li key={textOf(fact)} className="wrap-anywhere">
                    {timed(fact)}
                  </li>
                ))}
              </ul>
              <InputField
                field={answeredField({ id: `reason-${id}`, name: "reason", value: own?.reason })}
                label={t("accountsPage.reason")}
              />
              <Actions>
                <Button
                  kind="primary"
                  name="intent"
                  value="approve"
                  aria-label={t("accountsPage.approveNamed", { company })}
                >
                  {t("accountsPage.approve")}
                </Button>
                <Button
                  kind="danger"
                  name="intent"
                  value="decline"
                  aria-label={t("accountsPage.declineNamed", { company })}
                >
                  {t("accountsPage.decline")}
                </Button>
              </Actions>
            </PostForm>
          </Section>
        );
      })}
    </>
  );
}
