import { href, redirect } from "react-router";
import { z } from "zod";
import type { SignedIn } from "#app/access/guard.server.ts";
import { passesRoles } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { saveFormChange } from "#app/components/begun-form.server.ts";
import { tooLong } from "#app/components/field-text.ts";
import { requiredFields } from "#app/components/form-reply.server.ts";
import { ADMIN_ROLE } from "#app/contract/access.ts";
import { type PortalUser, updateUser } from "#app/contract/user.ts";
import { countryCodeOf, countryName, countryNames, isCountryCode } from "#app/lib/country-code.ts";

const line = z.string().trim().max(100, tooLong(100)).default("");
const own = {
  name: z.string({ error: "shell:form.empty" }).trim().min(1, "shell:form.empty").max(100, tooLong(100)),
};
const country = z
  .string({ error: "shell:form.empty" })
  .transform(countryCodeOf)
  .refine(isCountryCode, "shell:form.format");
const companyPlace = {
  companyAddress: z.string().trim().max(300, tooLong(300)).default(""),
  city: line,
  state: line,
};

/** The postal address belongs to the company: administrators change it, others read it. */
const mayEditCompany = ({ rights }: SignedIn) => passesRoles(rights, [ADMIN_ROLE]);

function schemaFor(user: PortalUser, canEditCompany: boolean) {
  if (!canEditCompany) return z.object(own);
  return z.object({ ...own, ...companyPlace, countryCode: user.countryCode ? country : country.optional() });
}

/** The person and their company, in the reader's language. */
export function profileView(signedIn: SignedIn) {
  const { visit, user } = signedIn;
  const canEditCompany = mayEditCompany(signedIn);
  return {
    required: requiredFields(schemaFor(user, canEditCompany)),
    canEditCompany,
    countries: canEditCompany ? countryNames(visit.language) : [],
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
      countryCode: user.countryCode ? countryName(user.countryCode, visit.language) : "",
    },
  };
}
export type ProfileView = ReturnType<typeof profileView>;

const profileFields = ["name", "companyAddress", "city", "state", "countryCode"] as const;

/** Saves what was touched of the person's name and, for administrators, of the company's address. */
export async function saveProfile(signedIn: SignedIn, form: FormData) {
  const { visit, user } = signedIn;
  const { canEditCompany, profile } = profileView(signedIn);
  const stored: Partial<typeof profile> = canEditCompany ? profile : { name: profile.name };
  const labels: Record<string, string> = Object.fromEntries(
    profileFields.map((name) => [name, visit.t(`account:profile.${name}`)]),
  );
  const saved = await saveFormChange({
    visit,
    form,
    schema: schemaFor(user, canEditCompany),
    stored,
    version: null,
    write: (value, _, touched) => {
      const changes = Object.fromEntries(Object.entries(value).filter(([name]) => touched.includes(name)));
      return visit.write(updateUser, changes, { key: String(form.get("requestId")) });
    },
    field: (name) => ({ label: labels[name] ?? name }),
  });
  return "answer" in saved ? saved.answer : savedProfile(visit);
}

/** Back to the profile, which says so. */
function savedProfile(visit: Visit) {
  visit.session.flash({ kind: "success", key: "profileSaved" });
  return redirect(href("/account/index"));
}
