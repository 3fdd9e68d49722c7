import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, href, Link, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { requireUser } from "#app/access/guard.server.ts";
import { type LackingScreen, lackingScreens } from "#app/access/offer.server.ts";
import { passesRoles } from "#app/access/permission.ts";
import { ErrorSummary, RequestId, requiredConstraint } from "#app/components/form.tsx";
import { InputField } from "#app/components/form-controls.tsx";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import type { PageHandle } from "#app/components/page-handle.ts";
import { pageTitle } from "#app/components/title.ts";
import { ADMIN_ROLE } from "#app/contract/access.ts";
import { changeEmail, type PortalUser, updateUser } from "#app/contract/user.ts";
import { askForEmail, emailRequired } from "#app/features/account/change-email.server.ts";
import { CHANGE_EMAIL, EmailForm } from "#app/features/account/email-form.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button, buttonStyle } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Route } from "./+types/index";

export const handle: PageHandle = { texts: ["account"] };
export const meta = pageTitle;

const line = z.string().trim().max(100, "shell:form.format").default("");
const own = {
  name: z
    .string({ error: "shell:form.empty" })
    .trim()
    .min(1, "shell:form.empty")
    .max(100, "shell:form.format"),
};
const country = z
  .string({ error: "shell:form.empty" })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, "shell:form.format");
const companyPlace = {
  companyAddress: z.string().trim().max(300, "shell:form.format").default(""),
  city: line,
  state: line,
};

/** The postal address belongs to the company: administrators change it, others read it. */
const COMPANY_ROLES = [ADMIN_ROLE];

function schemaFor(user: PortalUser, canEditCompany: boolean) {
  if (!canEditCompany) return z.object(own);
  return z.object({ ...own, ...companyPlace, countryCode: user.countryCode ? country : country.optional() });
}
type Fields = Partial<Record<(typeof ownNames)[number] | (typeof companyNames)[number], string>>;

export async function loader(args: Route.LoaderArgs) {
  const { visit, user, rights } = await requireUser(args);
  const isAdmin = passesRoles(rights, [ADMIN_ROLE]);
  return {
    /** For people who can do something about it: unsupported screens, and why. */
    canChangeEmail: visit.offers(changeEmail),
    lacking: isAdmin ? lackingScreens() : [],
    title: visit.t("account:profile.title"),
    requestId: visit.requestId(),
    required: requiredFields(schemaFor(user, passesRoles(rights, COMPANY_ROLES))),
    emailRequired: emailRequired(),
    email: user.email ?? "",
    canEditCompany: passesRoles(rights, COMPANY_ROLES),
    facts: {
      userName: user.userName,
      role: user.roleName,
      organization: user.organization ?? user.companyInfo.name,
      department: user.department,
    },
    profile: {
      name: user.name,
      companyAddress: user.companyAddress ?? "",
      city: user.city ?? "",
      state: user.state ?? "",
      countryCode: user.countryCode ?? "",
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const { visit, user, rights } = await requireUser(args);
  const form = await args.request.formData();
  if (form.get("intent") === CHANGE_EMAIL) return askForEmail(visit, form);
  const schema = schemaFor(user, passesRoles(rights, COMPANY_ROLES));
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return invalid(submission);
  const result = await visit.write(updateUser, submission.value, { key: String(form.get("requestId")) });
  if (!result.isDone) return faulty(submission, result.fault);
  visit.session.flash({ kind: "success", key: "profileSaved" });
  return redirect(href("/account/index"));
}

const factNames = ["userName", "role", "organization", "department"] as const;
const ownNames = ["name"] as const;
const companyNames = ["companyAddress", "city", "state", "countryCode"] as const;

const attributes: Partial<Record<keyof Fields, React.ComponentProps<"input">>> = {
  name: { autoComplete: "name" },
  countryCode: { autoCapitalize: "characters" },
};

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText("account");
  const navigation = useNavigation();
  const { facts, profile, email, requestId, canEditCompany, lacking, canChangeEmail } = loaderData;
  const isAboutEmail = actionData?.reply.initialValue?.intent === CHANGE_EMAIL;
  const answer = isAboutEmail ? undefined : actionData;
  const [form, fields] = useForm<Fields>({
    id: "profile",
    lastResult: answer?.reply,
    defaultValue: profile,
    constraint: requiredConstraint(loaderData.required),
  });
  const fieldNames = canEditCompany ? [...ownNames, ...companyNames] : ownNames;
  const labels = Object.fromEntries(fieldNames.map((name) => [name, t(`profile.${name}`)]));
  return (
    <div className="mx-auto flex max-w-text flex-col gap-4">
      <h1 className="text-xl font-semibold">{t("profile.title")}</h1>
      <Card>
        <dl className="grid gap-3 sm:grid-cols-2">
          {factNames.map((name) => (
            <Fact key={name} label={t(`profile.${name}`)} text={facts[name] ?? t("profile.unknown")} />
          ))}
          {canEditCompany
            ? null
            : companyNames.map((name) => (
                <Fact key={name} label={t(`profile.${name}`)} text={profile[name] || t("profile.unknown")} />
              ))}
        </dl>
      </Card>
      <Card>
        <ErrorSummary form={form} labels={labels} />
        <Form method="post" id={form.id} noValidate className="grid gap-4 sm:grid-cols-2">
          <RequestId fresh={requestId} answer={answer} />
          {fieldNames.map((name) => (
            <InputField key={name} field={fields[name]} label={t(`profile.${name}`)} {...attributes[name]} />
          ))}
          <div className="sm:col-span-2">
            <Button kind="primary" aria-disabled={navigation.state === "submitting"}>
              {t("profile.save")}
            </Button>
          </div>
        </Form>
      </Card>
      {lacking.length > 0 ? <Lacking screens={lacking} /> : null}
      {canChangeEmail ? (
        <EmailForm
          email={email}
          requestId={requestId}
          required={loaderData.emailRequired}
          answer={isAboutEmail ? actionData : undefined}
        />
      ) : null}
      <Card className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="font-semibold">{t("profile.password")}</h2>
        <Link to={href("/account/password")} className={buttonStyle()}>
          {t("profile.changePassword")}
        </Link>
      </Card>
    </div>
  );
}

function Lacking({ screens }: { screens: LackingScreen[] }) {
  const { t } = useText("account");
  return (
    <Card>
      <h2 className="font-semibold">{t("lacking.title")}</h2>
      <p className="mt-2 text-quiet">{t("lacking.text", { command: "npm run provider:check" })}</p>
      <ul className="mt-2 list-disc pl-5">
        {screens.map(({ path, calls }) => (
          <li key={path}>{t("lacking.screen", { path, calls: calls.join(", ") })}</li>
        ))}
      </ul>
    </Card>
  );
}

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt className="text-xs text-quiet">{label}</dt>
      <dd>{text}</dd>
    </div>
  );
}
