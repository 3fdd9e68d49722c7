import { type FieldMetadata, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { requiredConstraint } from "#app/components/form.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { FieldForm } from "#app/components/page/field-form.tsx";
import { Page } from "#app/components/page/page.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { PasskeyForm } from "#app/features/account/passkey-form.tsx";
import { giveProof, proofView } from "#app/features/account/proof.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/confirm";

export const handle: PageHandle = { texts: ["safety"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const signedIn = await requireUser(args);
  const { visit } = signedIn;
  return {
    ...(await proofView(signedIn)),
    title: visit.t("safety:proof.title"),
    requestId: visit.requestId(),
  };
}

/** Asked for before address, password and members are changed, and before the ways of signing in are. */
export async function action(args: Route.ActionArgs) {
  const signedIn = await requireUser(args);
  return giveProof(signedIn, args.url, await args.request.formData());
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("safety");
  const navigation = useNavigation();
  const { isByCode, isByCompany, requestId, required } = loaderData;
  const [form, fields] = useForm<{ code?: string; password?: string }>({
    id: "proof",
    lastResult: actionData?.reply,
    constraint: requiredConstraint(required),
  });
  const labels = { code: t("proof.code"), password: t("proof.password") };
  return (
    <Page
      head={{
        title: t("proof.title"),
        lead: t(isByCode ? "proof.textCode" : isByCompany ? "proof.textCompany" : "proof.textPassword"),
      }}
      layout="narrow"
    >
      <FieldForm form={form} labels={labels} requestId={requestId} answer={actionData}>
        <ProofField fields={fields} labels={labels} isByCode={isByCode} isByCompany={isByCompany} />
        <Button kind="primary" size="large" aria-disabled={navigation.state === "submitting"}>
          {t(isByCompany ? "proof.company" : "proof.submit")}
        </Button>
      </FieldForm>
      {loaderData.passkey ? (
        <PasskeyForm kind="use" asked={loaderData.passkey} requestId={requestId} label={t("passkey.use")} />
      ) : null}
    </Page>
  );
}

function ProofField({
  isByCode,
  isByCompany,
  fields,
  labels,
}: {
  isByCode: boolean;
  isByCompany: boolean;
  fields: Record<"code" | "password", FieldMetadata<string | undefined>>;
  labels: Record<"code" | "password", string>;
}) {
  if (isByCompany) return <input type="hidden" name="intent" value="company" />;
  if (isByCode) return <InputField field={fields.code} label={labels.code} autoComplete="one-time-code" />;
  return (
    <InputField
      field={fields.password}
      label={labels.password}
      type="password"
      autoComplete="current-password"
    />
  );
}
