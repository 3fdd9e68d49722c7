import { type SubmissionResult, useForm } from "@conform-to/react";
import { href, useNavigation } from "react-router";
import { Begun, type BegunConflict } from "#app/components/begun-form.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { requiredConstraint } from "#app/components/form.tsx";
import { CheckField, InputField, SelectField } from "#app/components/form-controls.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Collapsible } from "#app/ui/collapsible.tsx";
import type { loadCompanyForm } from "./company-settings.server.ts";

type View = Awaited<ReturnType<typeof loadCompanyForm>>;
type Fields = Omit<View["fields"], "hasNoSecret" | "makesAccounts"> & {
  clientSecret?: string;
  hasNoSecret?: string | undefined;
  makesAccounts?: string | undefined;
};

/** The settings of the company's identity provider. */
export function CompanySettingsForm({
  view,
  requestId,
  answer,
}: {
  view: View;
  requestId: string;
  answer:
    | { reply: SubmissionResult<string[]>; requestId: string | null; conflict?: BegunConflict }
    | undefined;
}) {
  const { t } = useText("company-sign-in");
  const navigation = useNavigation();
  const { roles, hasSecret } = view;
  const [form, fields] = useForm<Fields>({
    id: "company-settings",
    lastResult: answer?.reply,
    defaultValue: view.fields,
    constraint: requiredConstraint(view.required),
  });
  const labels = {
    issuer: t("form.issuer"),
    clientId: t("form.clientId"),
    clientSecret: t("form.clientSecret"),
    tenantClaim: t("form.tenantClaim"),
    tenantValue: t("form.tenantValue"),
    nameClaim: t("form.nameClaim"),
    roleClaim: t("form.roleClaim"),
    defaultRoleId: t("form.defaultRole"),
  };
  const plain = { autoCapitalize: "none", autoComplete: "off", spellCheck: false } as const;
  return (
    <FieldForm form={form} labels={labels} requestId={requestId} answer={answer}>
      {view.isChange ? <Begun fields={view.fields} answer={answer} /> : null}
      <InputField
        field={fields.issuer}
        label={labels.issuer}
        hint={t("form.issuerHint")}
        type="url"
        {...plain}
      />
      <InputField field={fields.clientId} label={labels.clientId} {...plain} />
      <InputField
        field={fields.clientSecret}
        label={labels.clientSecret}
        hint={hasSecret ? t("form.secretThere") : undefined}
        type="password"
        autoComplete="new-password"
      />
      <CheckField field={fields.hasNoSecret} label={t("form.hasNoSecret")} />
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-1 font-semibold">{t("form.tenant")}</legend>
        <p className="text-quiet sm:col-span-2">{t("form.tenantText")}</p>
        <InputField field={fields.tenantClaim} label={labels.tenantClaim} {...plain} />
        <InputField field={fields.tenantValue} label={labels.tenantValue} {...plain} />
      </fieldset>
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-1 font-semibold">{t("form.people")}</legend>
        <CheckField field={fields.makesAccounts} label={t("form.makesAccounts")} />
        <SelectField
          field={fields.defaultRoleId}
          label={labels.defaultRoleId}
          choices={roles.map(({ id, name }) => [id, name] as const)}
        />
        <InputField field={fields.nameClaim} label={labels.nameClaim} hint={t("form.nameHint")} {...plain} />
        <InputField field={fields.roleClaim} label={labels.roleClaim} hint={t("form.roleHint")} {...plain} />
        <Collapsible
          open={view.fields.roleClaim !== "" || answer !== undefined}
          summary={t("form.roleValues")}
        >
          <div className="mt-3 grid gap-4 sm:grid-cols-2">
            {fields.roleValues.getFieldList().map((row, index) => {
              const { roleId, values } = row.getFieldset();
              return (
                <div key={row.key}>
                  <input type="hidden" name={roleId.name} value={roles[index]?.id} />
                  <InputField field={values} label={roles[index]?.name ?? ""} {...plain} />
                </div>
              );
            })}
          </div>
        </Collapsible>
      </fieldset>
      <Actions>
        <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
          {t("form.save")}
        </Button>
        <ButtonLink to={href("/account/companySignIn")}>{t("form.cancel")}</ButtonLink>
      </Actions>
    </FieldForm>
  );
}
