import { Form } from "react-router";
import { InputField } from "#app/components/form-controls.tsx";
import { Link } from "#app/components/link.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { FormHead, fieldsOf } from "./form-fields.tsx";
import type { CustomerReply } from "./reply.server.ts";
import type { RoleView } from "./roles.server.ts";

/** One role of a company's own: its names, and what it holds. */
export function RoleForm({
  view,
  requestId,
  answer,
  backHref,
}: {
  view: RoleView;
  requestId: string;
  answer: CustomerReply | undefined;
  backHref: string;
}) {
  const { t } = useText("customer-pages");
  const own = answer?.form === "save" ? answer : undefined;
  const field = fieldsOf("save", view.fields, answer);
  return (
    <>
      <Alert kind="info">{view.people}</Alert>
      <Card>
        <Form key={view.version} method="post" noValidate className="flex flex-col gap-4">
          <FormHead
            form="save"
            version={view.version}
            begun={view.begun}
            requestId={requestId}
            answer={answer}
          />
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <InputField field={field("name")} label={t("roleName")} isAlert autoComplete="off" />
            <InputField field={field("nameZh")} label={t("roleNameZh")} isAlert autoComplete="off" />
          </div>
          {view.groups.map(({ name, rights }) => (
            <fieldset key={name}>
              <legend className="mb-1 text-lg font-semibold">{t(`rolePage.${name}`)}</legend>
              <p className="mb-1 text-quiet">{t(`rolePage.${name}Text`)}</p>
              <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
                {rights.map(({ code, label, isHeld }) => (
                  <label key={code} className="flex min-h-8 items-center gap-2">
                    <input
                      type="checkbox"
                      name="tick"
                      value={code}
                      defaultChecked={own ? own.ticked.includes(code) : isHeld}
                    />
                    <span>{`${label} `}</span>
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
          <p className="flex flex-wrap gap-3">
            <Button kind="primary" name="intent" value="save">
              {t("rolePage.save")}
            </Button>
            <Link to={backHref} className={buttonStyle()}>
              {t("cancel")}
            </Link>
          </p>
        </Form>
      </Card>
      {view.canRemove ? (
        <Form method="post">
          <FormHead form="remove" version={view.version} requestId={requestId} answer={answer} />
          <Button kind="danger" name="intent" value="remove">
            {t("rolePage.remove")}
          </Button>
        </Form>
      ) : null}
    </>
  );
}
