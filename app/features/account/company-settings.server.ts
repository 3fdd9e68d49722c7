import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { asAnswer, asValue, conflicting, saveChange } from "#app/components/begun-form.server.ts";
import { tooLong } from "#app/components/field-text.ts";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import * as company from "#app/contract/company-sign-in.ts";
import { addressId } from "#app/contract/wire.ts";
import { proofFirst } from "./proof.server.ts";

const PAGE = () => href("/account/companySignIn");

/** Settings, domains and passwords of the caller's company. */
export async function loadCompanySettings(visit: Visit) {
  const { domains, ...rest } = await visit.read(company.companySettings, {});
  return {
    ...rest,
    domains: domains.map((domain) => ({
      ...domain,
      mailSentAt: visit.time(domain.mailSentAt),
      provedAt: visit.time(domain.provedAt),
    })),
  };
}

/** What a press of a button answers, when the page is shown again. */
interface Pressed {
  fault: string | null;
  /** The domain that was typed, or the row that the fault is about. */
  typed: string;
  domainId: string | null;
  check: z.output<typeof company.companyCheck.response> | null;
  requestId: string | null;
}

const nothing: Pressed = { fault: null, typed: "", domainId: null, check: null, requestId: null };

function refused(fault: WriteFault, about: Partial<Pressed>, key: string) {
  const isUnknown = fault.kind === "unavailable";
  const text = fault.fields[0]?.message ?? fault.message;
  const pressed = { ...nothing, ...about, fault: text, requestId: isUnknown ? key : null };
  return proofFirst(fault, PAGE()) ?? data<Pressed>(pressed, { status: isUnknown ? 503 : 400 });
}

const flashes = {
  on: "company-sign-in:on",
  off: "company-sign-in:off",
  removed: "company-sign-in:removed",
  domainAdd: "company-sign-in:domainAdded",
  domainRemove: "company-sign-in:domainRemoved",
  domainMail: "company-sign-in:domainMailed",
  domainCheck: "company-sign-in:domainProved",
  passwordsOff: "company-sign-in:passwordsOff",
  passwordsOn: "company-sign-in:passwordsOn",
} as const;
type Intent = keyof typeof flashes;

const isIntent = (intent: unknown): intent is Intent =>
  typeof intent === "string" && Object.hasOwn(flashes, intent);

function press(visit: Visit, intent: Intent, form: FormData, key: string) {
  const id = addressId.catch("0").parse(String(form.get("id")));
  const options = { key: `${key}:${id}` };
  if (intent === "domainAdd")
    return visit.write(
      company.domainAdd,
      { name: String(form.get("name") ?? "").slice(0, 253) || "-" },
      { key },
    );
  if (intent === "domainRemove") return visit.write(company.domainRemove, { id }, options);
  if (intent === "domainMail") return visit.write(company.domainMail, { id }, options);
  if (intent === "domainCheck") return visit.write(company.domainCheck, { id });
  if (intent === "passwordsOff") return visit.write(company.companyPasswords, { keptAccountId: id }, options);
  if (intent === "passwordsOn")
    return visit.write(company.companyPasswords, { keptAccountId: null }, { key });
  return visit.write(company.companySwitch, { to: intent }, { key });
}

/** A button of the page: checks, switches, and changes of domains and passwords. */
export async function changeCompanySignIn(visit: Visit, form: FormData) {
  const key = String(form.get("requestId"));
  const intent = form.get("intent");
  if (intent === "check") {
    const result = await visit.write(company.companyCheck, {});
    if (!result.isDone) return refused(result.fault, {}, key);
    return data<Pressed>({ ...nothing, check: result.data });
  }
  if (!isIntent(intent)) return redirect(PAGE());
  const result = await press(visit, intent, form, key);
  const typed = intent === "domainAdd" ? String(form.get("name") ?? "").slice(0, 253) : "";
  const domainId = intent.startsWith("domain") && intent !== "domainAdd" ? String(form.get("id")) : null;
  if (!result.isDone) return refused(result.fault, { typed, domainId }, key);
  visit.session.flash({ kind: "success", key: flashes[intent] });
  return redirect(PAGE());
}

const text = (max: number) => z.string().trim().max(max, tooLong(max)).default("");
const needed = (max: number) =>
  z.string({ error: "shell:form.empty" }).trim().min(1, "shell:form.empty").max(max, tooLong(max));

const schema = z.object({
  issuer: z
    .string({ error: "shell:form.empty" })
    .trim()
    .max(500, tooLong(500))
    .pipe(z.url({ protocol: /^https?$/, error: "company-sign-in:form.issuerFormat" })),
  clientId: needed(300),
  clientSecret: z.string().max(500, tooLong(500)).default(""),
  hasNoSecret: z.boolean().default(false),
  tenantClaim: text(100),
  tenantValue: text(100),
  nameClaim: text(100),
  roleClaim: text(100),
  roleValues: z
    .array(z.object({ roleId: needed(64), values: text(company.ROLE_VALUES_LENGTH) }))
    .max(50)
    .default([]),
  defaultRoleId: needed(64),
  makesAccounts: z.boolean().default(false),
});

/** The form's fields, as they are stored; the secret is never shown. */
export async function loadCompanyForm(visit: Visit) {
  const answer = await visit.read(company.companySettings, {});
  return {
    required: requiredFields(schema),
    roles: answer.roles,
    hasSecret: answer.settings?.hasSecret ?? false,
    isChange: answer.settings !== null,
    fields: fieldsOf(answer),
  };
}

function fieldsOf({ settings, roles }: z.output<typeof company.companySettings.response>) {
  const valuesOf = (id: string) => settings?.roleValues.find(({ roleId }) => roleId === id)?.values ?? "";
  return {
    issuer: settings?.issuer ?? "",
    clientId: settings?.clientId ?? "",
    hasNoSecret: settings && !settings.hasSecret ? "on" : "",
    tenantClaim: settings?.tenantClaim ?? "",
    tenantValue: settings?.tenantValue ?? "",
    nameClaim: settings?.nameClaim ?? "",
    roleClaim: settings?.roleClaim ?? "",
    roleValues: roles.map(({ id }) => ({ roleId: id, values: valuesOf(id) })),
    defaultRoleId: settings?.defaultRoleId ?? roles.find(({ code }) => code === "viewer")?.id ?? "",
    makesAccounts: (settings?.makesAccounts ?? true) ? "on" : "",
  };
}

type SettingsAnswer =
  | ReturnType<typeof invalid>
  | ReturnType<typeof faulty>
  | ReturnType<typeof conflicting>
  | NonNullable<ReturnType<typeof proofFirst>>;

/** Saves the settings of the posted form; what was not touched stays as it is stored now. */
export async function saveCompanySettings(visit: Visit, form: FormData) {
  const answer = await visit.read(company.companySettings, {});
  const key = String(form.get("requestId"));
  const hidden = ["clientSecret"];
  const parse = (posted: FormData) => parseWithZod(posted, { schema });
  const saved = await saveChange<z.output<typeof schema>, null, SettingsAnswer, null>({
    visit,
    form,
    stored: answer.settings ? fieldsOf(answer) : {},
    version: null,
    read(merged) {
      const submission = parse(merged);
      return submission.status === "success"
        ? asValue(submission.value)
        : asAnswer(invalid(submission, hidden));
    },
    write: (value) => visit.write(company.companySettingsSave, value, { key }),
    field: shownField(visit, answer.roles),
    refused: (merged, fault) =>
      proofFirst(fault, href("/account/companySignInEdit")) ?? faulty(parse(merged), fault, hidden),
    clash: (merged, conflict) => conflicting(parse(merged), conflict, hidden),
  });
  if ("answer" in saved) return saved.answer;
  visit.session.flash({ kind: "success", key: "company-sign-in:saved" });
  return redirect(PAGE());
}

/** Names and values of the fields as people read them. */
function shownField({ t }: Visit, roles: readonly { id: string; name: string }[]) {
  const known = new Map(roles.map(({ id, name }) => [id, name]));
  const labels: Record<string, string> = {
    issuer: t("company-sign-in:form.issuer"),
    clientId: t("company-sign-in:form.clientId"),
    tenantClaim: t("company-sign-in:form.tenantClaim"),
    tenantValue: t("company-sign-in:form.tenantValue"),
    nameClaim: t("company-sign-in:form.nameClaim"),
    roleClaim: t("company-sign-in:form.roleClaim"),
    roleValues: t("company-sign-in:form.roleValues"),
    defaultRoleId: t("company-sign-in:form.defaultRole"),
  };
  const named = (line: string) =>
    line
      .split(" · ")
      .map((part) => known.get(part) ?? part)
      .join(" · ");
  return (name: string) => ({
    label: labels[name] ?? name,
    shown: (text: string) => text.split("\n").map(named).join("\n"),
  });
}
