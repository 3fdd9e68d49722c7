import { ButtonLink } from "#app/components/button-link.tsx";
import { Fault } from "#app/components/fault.tsx";
import { answeredField } from "#app/components/field-props.ts";
import { TextAreaField } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { Section } from "#app/components/page/section.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { PriceReply } from "./price.server.ts";

/** Takes a sent price back, with the reason that the customer is told. */
export function WithdrawForm({
  version,
  requestId,
  answer,
  cancelHref,
}: {
  version: number;
  requestId: string;
  answer: PriceReply | undefined;
  cancelHref: string;
}) {
  const { t } = useText("desk-quote");
  const typed = answer?.withdraw;
  return (
    <Section title={t("withdraw.title")}>
      <p>{t("withdraw.text")}</p>
      {typed?.fault ? <Fault>{typed.fault}</Fault> : null}
      {typed?.reasonFault ? (
        <Alert kind="danger">
          <a href="#reason" className="underline">
            {`${t("withdraw.reason")}: ${typed.reasonFault}`}
          </a>
        </Alert>
      ) : null}
      <PostForm requestId={requestId} answer={answer}>
        <input type="hidden" name="version" value={version} />
        <TextAreaField
          field={answeredField({ id: "reason", value: typed?.reason, fault: typed?.reasonFault })}
          label={t("withdraw.reason")}
          hint={t("withdraw.hint")}
          required
        />
        <Actions>
          <Button kind="danger" name="intent" value="withdraw">
            {t("withdraw.confirm")}
          </Button>
          <ButtonLink to={cancelHref}>{t("withdraw.cancel")}</ButtonLink>
        </Actions>
      </PostForm>
    </Section>
  );
}
