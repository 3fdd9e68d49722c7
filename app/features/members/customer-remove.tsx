import { type SubmissionResult, useForm } from "@conform-to/react";
import { ButtonLink } from "#app/components/button-link.tsx";
import { CheckField, InputField } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";

type Fields = { accountName: string; leavesNoAdministrator: string };

/** As the company's own administrators: confirmed by typing the account name (product 5.9), an invitation by the button. */
export function RemoveCustomerMember({
  isInvitation,
  userName,
  name,
  version,
  isLastAdministrator,
  requestId,
  backHref,
  answer,
}: {
  isInvitation: boolean;
  userName: string;
  name: string;
  version: number;
  isLastAdministrator: boolean;
  requestId: string;
  backHref: string;
  answer: { reply: SubmissionResult<string[]>; requestId: string | null } | undefined;
}) {
  const { t } = useText("member-pages");
  const [form, fields] = useForm<Fields>({ id: "remove", lastResult: answer?.reply });
  return (
    <Card className="flex max-w-text flex-col gap-4">
      {form.errors?.map((fault) => (
        <Alert key={fault} kind="danger">
          {fault}
        </Alert>
      ))}
      <p className="wrap-anywhere">{t(isInvitation ? "withdrawText" : "removeText", { name })}</p>
      <PostForm requestId={requestId} answer={answer} id={form.id} noValidate>
        <input type="hidden" name="version" value={version} />
        {isInvitation ? null : (
          <InputField
            field={fields.accountName}
            label={t("removeConfirm", { userName })}
            autoCapitalize="none"
            autoComplete="off"
            isAlert
          />
        )}
        {isLastAdministrator || fields.leavesNoAdministrator.errors ? (
          <CheckField field={fields.leavesNoAdministrator} label={t("mayLeave")} isLong />
        ) : null}
        <Actions>
          <Button kind="danger">{t(isInvitation ? "withdraw" : "remove")}</Button>
          <ButtonLink to={backHref}>{t("cancel")}</ButtonLink>
        </Actions>
      </PostForm>
    </Card>
  );
}
