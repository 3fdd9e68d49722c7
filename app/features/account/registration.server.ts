import { parseWithZod } from "@conform-to/zod/v4";
import { href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { tooLong } from "#app/components/field-text.ts";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { register, registerConfirm } from "#app/contract/registration.ts";
import { isAccountName } from "#app/lib/account-name.ts";
import { isContactNumber } from "#app/lib/contact-number.ts";
import { countryCodeOf, countryNames } from "#app/lib/country-code.ts";
import { checkNewPassword, newPasswordFields } from "./new-password.ts";

const HIDDEN = ["password", "repeat"];

const line = (max: number) =>
  z.string({ error: "shell:form.empty" }).trim().min(1, "shell:form.empty").max(max, tooLong(max));
const accountName = z
  .string({ error: "shell:form.empty" })
  .trim()
  .refine((name) => isAccountName(name.normalize("NFKC")), "register:userNameHint");
const isPhone = (typed: string) => typed === "" || isContactNumber(typed);

const schema = z
  .object({
    companyName: line(200),
    name: line(100),
    email: z
      .string({ error: "shell:form.empty" })
      .trim()
      .max(254, tooLong(254))
      .pipe(z.email("shell:form.emailFormat")),
    userName: accountName,
    countryCode: z.string({ error: "shell:form.empty" }).length(2, "shell:form.empty"),
    phone: z.string().trim().max(40, tooLong(40)).default("").refine(isPhone, "shell:form.format"),
    ...newPasswordFields,
  })
  .superRefine((value, context) =>
    checkNewPassword(value, value.userName, (path, message) =>
      context.addIssue({ code: "custom", path: [path], message }),
    ),
  );

/** What the form needs: its required fields, and all countries in the reader's language. */
export const registrationForm = ({ language }: Visit) => ({
  required: requiredFields(schema),
  countries: countryNames(language).map((name): [string, string] => [countryCodeOf(name), name]),
});

/** Asks for an account; the answer is the same for every address. */
export async function askForAccount(visit: Visit, form: FormData) {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return invalid(submission, HIDDEN);
  const { repeat: _, ...registration } = submission.value;
  const result = await visit.write(register, registration, { key: String(form.get("requestId")) });
  if (!result.isDone) return faulty(submission, result.fault, HIDDEN);
  return redirect(`${href("/account/register")}?sent`);
}

const nameSchema = z.object({ userName: accountName.optional() });

/** Confirms the address of the link, with another account name where the first is taken. */
export async function confirmRegistration(visit: Visit, token: string, form: FormData) {
  const submission = parseWithZod(form, { schema: nameSchema });
  if (submission.status !== "success") return invalid(submission);
  const { userName } = submission.value;
  const key = String(form.get("requestId"));
  const result = await visit.write(registerConfirm, { token, userName }, { key });
  if (!result.isDone) return faulty(submission, result.fault);
  visit.session.flash({ kind: "success", key: "register:registrationConfirmed" });
  return redirect(visit.session.token ? href("/home") : href("/login"));
}
