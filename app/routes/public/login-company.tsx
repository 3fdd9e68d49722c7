import { useForm } from "@conform-to/react";
import { openToAll, requireVisitor } from "#app/access/guard.server.ts";
import { ErrorSummary, requiredConstraint } from "#app/components/form.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { companySignInView, startCompanySignIn } from "#app/features/account/company.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/login-company";

export const handle: PageHandle = { texts: ["company-sign-in"] };
export const meta = pageTitle;

export async function loader(args: Route.LoaderArgs) {
  const visit = await requireVisitor(args);
  return { title: visit.t("company-sign-in:title"), ...companySignInView(visit, args.url) };
}

export async function action(args: Route.ActionArgs) {
  return startCompanySignIn(openToAll(args), args.url, await args.request.formData());
}

/** By the e-mail address, or by a link of the company; neither tells a stranger anything about it. */
export default function LoginCompany({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("company-sign-in");
  const { requestId } = useRootData();
  const { flash, isByLink, back, required } = loaderData;
  const [form, fields] = useForm<{ email: string }>({
    id: "company",
    lastResult: actionData?.reply,
    constraint: requiredConstraint(isByLink ? [] : required),
  });
  return (
    <Page head={{ title: t("title"), lead: t(isByLink ? "textLink" : "text") }} layout="alone">
      {flash && !actionData ? <Alert kind={flash.kind}>{flash.text}</Alert> : null}
      <ErrorSummary form={form} labels={{ email: t("email") }} />
      <PostForm requestId={requestId} reloadDocument id={form.id} noValidate>
        {isByLink ? null : (
          <InputField
            field={fields.email}
            label={t("email")}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
          />
        )}
        <Button kind="primary" size="large">
          {t("submit")}
        </Button>
        <a href={back} className="text-link hover:underline">
          {t("byPassword")}
        </a>
      </PostForm>
    </Page>
  );
}
