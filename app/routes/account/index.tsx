import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useTranslation } from "react-i18next";
import { Form, Link, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { requireUser } from "#app/access/guard.server.ts";
import { ErrorSummary, Field } from "#app/components/form.tsx";
import { faulty, invalid } from "#app/components/form-reply.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { updateUser } from "#app/contract/user.ts";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/index";

export const handle: PageHandle = { texts: ["account"] };
export const meta = pageTitle;

const line = z.string().trim().max(100, "shell:form.format").default("");
const schema = z.object({
  name: z
    .string({ error: "shell:form.empty" })
    .trim()
    .min(1, "shell:form.empty")
    .max(100, "shell:form.format"),
  email: z.string({ error: "shell:form.empty" }).trim().pipe(z.email("shell:form.emailFormat")),
  companyAddress: z.string().trim().max(300, "shell:form.format").default(""),
  city: line,
  state: line,
  countryCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, "shell:form.format")
    .optional(),
});

export async function loader(args: Route.LoaderArgs) {
  const { visit, user } = await requireUser(args);
  return {
    title: visit.t("account:profile.title"),
    requestId: visit.requestId(),
    facts: {
      userName: user.userName,
      role: user.roleName,
      organization: user.organization ?? user.companyInfo.name,
      department: user.department,
    },
    profile: {
      name: user.name,
      email: user.email ?? "",
      companyAddress: user.companyAddress ?? "",
      city: user.city ?? "",
      state: user.state ?? "",
      countryCode: user.countryCode ?? "",
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit } = await requireUser(args);
  const form = await args.request.formData();
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return invalid(submission);
  const result = await visit.write(updateUser, submission.value, { key: String(form.get("requestId")) });
  if (!result.isDone) return faulty(submission, result.fault);
  visit.session.flash({ kind: "success", key: "profileSaved" });
  return redirect("/account/index");
}

const factNames = ["userName", "role", "organization", "department"] as const;
const fieldNames = ["name", "email", "companyAddress", "city", "state"] as const;

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const navigation = useNavigation();
  const { facts, profile, requestId } = loaderData;
  const [form, fields] = useForm<z.input<typeof schema>>({
    id: "profile",
    lastResult: actionData?.reply,
    defaultValue: profile,
  });
  const labels = {
    ...Object.fromEntries(fieldNames.map((name) => [name, t(`profile.${name}`)])),
    countryCode: t("profile.country"),
  };
  return (
    <div className="mx-auto flex max-w-text flex-col gap-4">
      <h1 className="text-xl font-semibold">{t("profile.title")}</h1>
      <Card>
        <dl className="grid gap-3 sm:grid-cols-2">
          {factNames.map((name) => (
            <div key={name}>
              <dt className="text-xs text-quiet">{t(`profile.${name}`)}</dt>
              <dd>{facts[name] ?? t("profile.unknown")}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card>
        <ErrorSummary form={form} labels={labels} />
        <Form method="post" id={form.id} noValidate className="grid gap-4 sm:grid-cols-2">
          <input type="hidden" name="requestId" value={requestId} />
          {fieldNames.map((name) => (
            <Field key={name} field={fields[name]} label={t(`profile.${name}`)} />
          ))}
          <Field
            field={fields.countryCode}
            label={t("profile.country")}
            hint={t("profile.countryHint")}
            maxLength={2}
          />
          <div className="sm:col-span-2">
            <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
              {t("profile.save")}
            </Button>
          </div>
        </Form>
      </Card>
      <Card className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="font-semibold">{t("profile.password")}</h2>
        <Link to="/account/password" className={buttonStyle()}>
          {t("profile.changePassword")}
        </Link>
      </Card>
    </div>
  );
}
