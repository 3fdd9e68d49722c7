import { Form } from "react-router";
import { answeredField } from "#app/components/field-props.ts";
import { TextAreaField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { RequestId } from "#app/components/request-id.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
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
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{t("withdraw.title")}</h2>
      <p>{t("withdraw.text")}</p>
      {typed?.fault ? <Alert kind="danger">{typed.fault}</Alert> : null}
      {typed?.reasonFault ? (
        <Alert kind="danger">
          <a href="#reason" className="underline">
            {`${t("withdraw.reason")}: ${typed.reasonFault}`}
          </a>
        </Alert>
      ) : null}
      <Form method="post" className="flex flex-col gap-4">
        <RequestId fresh={requestId} {...(answer ? { answer } : {})} />
        <input type="hidden" name="version" value={version} />
        <TextAreaField
          field={answeredField({ id: "reason", value: typed?.reason, fault: typed?.reasonFault })}
          label={t("withdraw.reason")}
          hint={t("withdraw.hint")}
          required
        />
        <p className="flex flex-wrap gap-3">
          <Button kind="danger" name="intent" value="withdraw">
            {t("withdraw.confirm")}
          </Button>
          <Link to={cancelHref} className={buttonStyle()}>
            {t("withdraw.cancel")}
          </Link>
        </p>
      </Form>
    </Card>
  );
}
