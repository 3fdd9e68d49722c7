import { useForm } from "@conform-to/react";
import { href } from "react-router";
import { openToAll } from "#app/access/guard.server.ts";
import { ErrorSummary, requiredConstraint } from "#app/components/form.tsx";
import { InputField, SelectField } from "#app/components/form-controls.tsx";
import { Page } from "#app/components/page/page.tsx";
import { PostForm } from "#app/components/page/post-form.tsx";
import type { PageHandle } from "#app/components/page-handle.ts";
import { useRootData } from "#app/components/root-data.ts";
import { pageTitle } from "#app/components/title.ts";
import { askForAccount, registrationForm } from "#app/features/account/registration.server.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/register";

export const handle: PageHandle = { texts: ["register", "auth"] };
export const meta = pageTitle;

export function loader(args: Route.LoaderArgs) {
  const visit = openToAll(args);
  const title = visit.t("register:title");
  if (args.url.searchParams.has("sent")) return { title, form: null };
  return { title, form: registrationForm(visit) };
}

export async function action(args: Route.ActionArgs) {
  const visit = openToAll(args);
  return askForAccount(visit, await args.request.formData());
}

const names = [
  "companyName",
  "name",
  "email",
  "userName",
  "countryCode",
  "phone",
  "password",
  "repeat",
] as const;
type Fields = Partial<Record<(typeof names)[number], string>>;

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText(["register", "auth"]);
  const { requestId } = useRootData();
  const begun = loaderData.form;
  const [form, fields] = useForm<Fields>({
    id: "register",
    lastResult: actionData?.reply,
    constraint: requiredConstraint(begun?.required ?? []),
  });
  const labels = {
    ...Object.fromEntries(names.map((name) => [name, t(name === "countryCode" ? "country" : name)])),
  } as Record<(typeof names)[number], string>;
  return (
    <Page head={{ title: t("title") }} layout="alone">
      {begun ? (
        <>
          <ErrorSummary form={form} labels={labels} />
          <p className="text-quiet">{t("text")}</p>
          <PostForm
            requestId={requestId}
            answer={actionData}
            reloadDocument
            action={href("/account/register")}
            id={form.id}
            noValidate
          >
            <InputField field={fields.companyName} label={labels.companyName} autoComplete="organization" />
            <InputField field={fields.name} label={labels.name} autoComplete="name" />
            <InputField field={fields.email} label={labels.email} type="email" autoComplete="email" />
            <SelectField
              field={fields.countryCode}
              label={labels.countryCode}
              choices={[["", t("choose")], ...begun.countries]}
              autoComplete="country"
            />
            <InputField field={fields.phone} label={labels.phone} type="tel" autoComplete="tel" />
            <InputField
              field={fields.userName}
              label={labels.userName}
              hint={t("userNameHint")}
              autoComplete="username"
              autoCapitalize="none"
            />
            <InputField
              field={fields.password}
              label={labels.password}
              hint={t("auth:password.rules")}
              type="password"
              autoComplete="new-password"
            />
            <InputField
              field={fields.repeat}
              label={labels.repeat}
              type="password"
              autoComplete="new-password"
            />
            <Button kind="primary" size="large">
              {t("submit")}
            </Button>
          </PostForm>
        </>
      ) : (
        <Alert kind="success">
          <p className="font-semibold">{t("sentTitle")}</p>
          <p>{t("sentText")}</p>
        </Alert>
      )}
      <p>
        <a href={href("/login")} className="text-link hover:underline">
          {t("back")}
        </a>
      </p>
    </Page>
  );
}
