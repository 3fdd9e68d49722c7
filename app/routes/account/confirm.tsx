import { type FieldMetadata, useForm } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { requireUser } from "#app/access/guard.server.ts";
import { ErrorSummary, requiredConstraint } from "#app/components/form.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { RequestId } from "#app/components/request-id.tsx";
import { pageTitle } from "#app/components/title.ts";
import { PasskeyForm } from "#app/features/account/passkey-form.tsx";
import { giveProof, proofView } from "#app/features/account/proof.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
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
    <Card className="mx-auto max-w-narrow">
      <h1 className="mb-2 text-xl font-semibold">{t("proof.title")}</h1>
      <p className="mb-4 text-quiet">
        {t(isByCode ? "proof.textCode" : isByCompany ? "proof.textCompany" : "proof.textPassword")}
      </p>
      <ErrorSummary form={form} labels={labels} />
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
        <RequestId fresh={requestId} answer={actionData} />
        <ProofField fields={fields} labels={labels} isByCode={isByCode} isByCompany={isByCompany} />
        <Button kind="primary" size="large" aria-disabled={navigation.state === "submitting"}>
          {t(isByCompany ? "proof.company" : "proof.submit")}
        </Button>
      </Form>
      {loaderData.passkey ? (
        <div className="mt-4">
          <PasskeyForm kind="use" asked={loaderData.passkey} requestId={requestId} label={t("passkey.use")} />
        </div>
      ) : null}
    </Card>
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
