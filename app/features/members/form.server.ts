import { parseWithZod } from "@conform-to/zod/v4";
import { href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { customerMemberAdd, customerMemberSave } from "#app/contract/customer-member.ts";
import { addUser, editUser, type Member } from "#app/contract/member.ts";
import { isAccountName } from "#app/lib/account-name.ts";
import { customerMemberHref, memberHref } from "./member.server.ts";

const text = (max: number) =>
  z.string({ error: "shell:form.empty" }).trim().min(1, "shell:form.empty").max(max, "shell:form.format");
const place = {
  name: text(100),
  email: z
    .string({ error: "shell:form.empty" })
    .trim()
    .max(254, "shell:form.emailFormat")
    .pipe(z.email("shell:form.emailFormat")),
  roleId: text(64),
  departmentId: z
    .string()
    .max(64)
    .default("")
    .transform((id) => id || null),
};
const addSchema = z.object({
  userName: z
    .string({ error: "shell:form.empty" })
    .trim()
    .refine((name) => isAccountName(name.normalize("NFKC")), "member-pages:userNameHint"),
  ...place,
});
const editSchema = z.object({ ...place, status: z.enum(["ACTIVE", "DISABLED"]).optional().catch(undefined) });
const deskSchema = editSchema.extend({
  version: z.coerce.number().int().catch(0),
  leavesNoAdministrator: z.boolean().default(false).catch(false),
});

export const addRequired = () => requiredFields(addSchema);
export const editRequired = () => requiredFields(editSchema);

/** Invites the member of the posted form; at the forwarder's desk to the named company. */
export async function inviteMember(visit: Visit, form: FormData, companyId?: string) {
  const submission = parseWithZod(form, { schema: addSchema });
  if (submission.status !== "success") return invalid(submission);
  const key = String(form.get("requestId"));
  const { value } = submission;
  const result = companyId
    ? await visit.write(customerMemberAdd, { ...value, companyId }, { key })
    : await visit.write(addUser, value, { key });
  if (!result.isDone) return faulty(submission, result.fault);
  visit.session.flash({ kind: "success", key: "members:invited" });
  const id = result.data?.userId;
  if (companyId)
    return redirect(
      id ? customerMemberHref(id) : href("/freightForwarder/customerMembers/:id", { id: companyId }),
    );
  return redirect(id ? memberHref(id) : href("/account/members"));
}

/** Changes the member as the posted form says. */
export async function changeMember(visit: Visit, { userId }: Member, form: FormData) {
  const submission = parseWithZod(form, { schema: editSchema });
  if (submission.status !== "success") return invalid(submission);
  const key = String(form.get("requestId"));
  const result = await visit.write(editUser, { userId, ...submission.value }, { key });
  if (!result.isDone) return faulty(submission, result.fault);
  visit.session.flash({ kind: "success", key: "members:changed" });
  return redirect(memberHref(userId));
}

/** The same at the forwarder's desk, where the form names the version that was shown. */
export async function changeCustomerMember(visit: Visit, userId: string, form: FormData) {
  const submission = parseWithZod(form, { schema: deskSchema });
  if (submission.status !== "success") return invalid(submission);
  const key = String(form.get("requestId"));
  const result = await visit.write(customerMemberSave, { userId, ...submission.value }, { key });
  if (!result.isDone) return faulty(submission, result.fault);
  visit.session.flash({ kind: "success", key: "members:changed" });
  return redirect(customerMemberHref(userId));
}
