import { href } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { FieldSet } from "#app/ui/field.tsx";
import { answerTo, type Choices, FactFields, FormHead, fieldsOf } from "./form-fields.tsx";
import type { CustomerReply } from "./reply.server.ts";

/** A company and its first administrator, who is invited by mail. */
export function CompanyAdd({
  countries,
  requestId,
  answer,
}: {
  countries: Choices;
  requestId: string;
  answer: CustomerReply | undefined;
}) {
  const { t } = useText("customer-pages");
  const field = fieldsOf("make", {}, answer);
  return (
    <Card className="max-w-text">
      <PostForm requestId={requestId} answer={answerTo("make", answer)} noValidate>
        <FormHead form="make" answer={answer} />
        <FactFields field={field} countries={countries} />
        <FieldSet kind="section" legend={t("firstAdministrator")} className="flex flex-col gap-4">
          <p className="text-quiet">{t("firstAdministratorText")}</p>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <InputField field={field("personName")} label={t("personName")} isAlert autoComplete="off" />
            <InputField
              field={field("userName")}
              label={t("userName")}
              hint={t("userNameHint")}
              isAlert
              autoCapitalize="none"
              autoComplete="off"
            />
            <InputField field={field("email")} label={t("email")} type="email" isAlert autoComplete="off" />
          </div>
        </FieldSet>
        <Actions>
          <Button kind="primary" name="intent" value="make">
            {t("make")}
          </Button>
          <ButtonLink to={href("/freightForwarder/customers")}>{t("cancel")}</ButtonLink>
        </Actions>
      </PostForm>
    </Card>
  );
}
