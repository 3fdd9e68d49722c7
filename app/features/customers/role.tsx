import { ButtonLink } from "#app/components/button-link.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { FieldSet } from "#app/ui/field.tsx";
import { answerTo, FormHead, fieldsOf } from "./form-fields.tsx";
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
      <Alert kind="info">
        {view.people === 0 ? t("rolePage.nobody") : t("rolePage.meets", { count: view.people })}
      </Alert>
      <Card>
        <PostForm key={view.version} requestId={requestId} answer={answerTo("save", answer)} noValidate>
          <FormHead form="save" version={view.version} begun={view.begun} answer={answer} />
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <InputField field={field("name")} label={t("roleName")} isAlert autoComplete="off" />
            <InputField field={field("nameZh")} label={t("roleNameZh")} isAlert autoComplete="off" />
          </div>
          {view.groups.map(({ name, rights }) => (
            <FieldSet key={name} kind="section" legend={t(`rolePage.${name}`)}>
              <p className="mb-1 text-quiet">{t(`rolePage.${name}Text`)}</p>
              <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
                {rights.map(({ code, label, isHeld }) => (
                  <Checkbox
                    key={code}
                    name="tick"
                    value={code}
                    defaultChecked={own ? own.ticked.includes(code) : isHeld}
                  >
                    {label}
                  </Checkbox>
                ))}
              </div>
            </FieldSet>
          ))}
          <Actions>
            <Button kind="primary" name="intent" value="save">
              {t("rolePage.save")}
            </Button>
            <ButtonLink to={backHref}>{t("cancel")}</ButtonLink>
          </Actions>
        </PostForm>
      </Card>
      {view.people === 0 ? (
        <PostForm requestId={requestId} answer={answerTo("remove", answer)} layout="plain">
          <FormHead form="remove" version={view.version} answer={answer} />
          <Button kind="danger" name="intent" value="remove">
            {t("rolePage.remove")}
          </Button>
        </PostForm>
      ) : null}
    </>
  );
}
