import { parseWithZod } from "@conform-to/zod/v4";
import { href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { tooLong } from "#app/components/field-text.ts";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { changeEmail } from "#app/contract/user.ts";

const HIDDEN = ["password"];

const schema = z.object({
  newEmail: z
    .string({ error: "shell:form.empty" })
    .trim()
    .max(254, tooLong(254))
    .pipe(z.email("shell:form.emailFormat")),
  password: z.string({ error: "shell:form.empty" }).max(200, "account:password.oldWrong"),
});

export const emailRequired = () => requiredFields(schema);

/** Requests another e-mail address; the answer is the same for every address. */
export async function askForEmail(visit: Visit, form: FormData) {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return invalid(submission, HIDDEN);
  const { newEmail: email, password } = submission.value;
  const result = await visit.write(changeEmail, { email, password }, { key: String(form.get("requestId")) });
  if (!result.isDone) {
    const fields = result.fault.fields.map(({ path, message }) => ({
      path: path === "email" ? "newEmail" : path,
      message,
    }));
    return faulty(submission, { ...result.fault, fields }, HIDDEN);
  }
  visit.session.flash({ kind: "success", key: "emailAsked" });
  return redirect(href("/account/index"));
}
