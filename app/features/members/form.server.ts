import { parseWithZod } from "@conform-to/zod/v4";
import { href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { saveFormChange } from "#app/components/begun-form.server.ts";
import { tooLong } from "#app/components/field-text.ts";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { customerMember, customerMemberAdd, customerMemberSave } from "#app/contract/customer-member.ts";
import { addUser, editUser, type Member } from "#app/contract/member.ts";
import { isAccountName } from "#app/lib/account-name.ts";
import { choicesOf, customerMemberHref, memberChoices, memberHref, statusView } from "./member.server.ts";

const text = (max: number) =>
  z.string({ error: "shell:form.empty" }).trim().min(1, "shell:form.empty").max(max, tooLong(max));
const place = {
  name: text(100),
  email: z
    .string({ error: "shell:form.empty" })
    .trim()
    .max(254, tooLong(254))
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
const deskSchema = editSchema.extend({ leavesNoAdministrator: z.boolean().default(false).catch(false) });

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

/** What the form shows of a member. Somebody invited has no state to change, and one of another provider may be unknown. */
export const memberFields = ({ name, email, roleId, departmentId, status }: Member) => ({
  name,
  email: email ?? "",
  roleId,
  departmentId: departmentId ?? "",
  status: ["ACTIVE", "DISABLED", "AWAITING_APPROVAL"].find((known) => known === status),
});

/** Changes of the member by the posted form; what was not touched stays as it is stored now. */
export async function changeMember(visit: Visit, member: Member, form: FormData) {
  const { userId } = member;
  const key = String(form.get("requestId"));
  const saved = await saveFormChange({
    visit,
    form,
    schema: editSchema,
    stored: memberFields(member),
    version: member.version,
    write: (value, version) => visit.write(editUser, { userId, ...value, version }, { key }),
    field: async (name) => shownField(visit, await memberChoices(visit))(name),
  });
  if ("answer" in saved) return saved.answer;
  visit.session.flash({ kind: "success", key: "members:changed" });
  return redirect(memberHref(userId));
}

/** The same at the forwarder's desk. */
export async function changeCustomerMember(visit: Visit, userId: string, form: FormData) {
  const answer = await visit.read(customerMember, { userId });
  const key = String(form.get("requestId"));
  const saved = await saveFormChange({
    visit,
    form,
    schema: deskSchema,
    stored: memberFields(answer.member),
    version: answer.version,
    write: (value, version) => visit.write(customerMemberSave, { userId, ...value, version }, { key }),
    field: shownField(visit, choicesOf(answer)),
  });
  if ("answer" in saved) return saved.answer;
  visit.session.flash({ kind: "success", key: "members:changed" });
  return redirect(customerMemberHref(userId));
}

/** Names and values of the fields as people read them. */
function shownField(visit: Visit, { roles, departments }: ReturnType<typeof choicesOf>) {
  const known = new Map([...roles, ...departments]);
  return (name: string) => ({
    label: visit.t(`members:column.${columnOf[name] ?? "name"}`),
    shown: (text: string) =>
      name === "status" && text
        ? statusView(visit, text as Member["status"]).label
        : (known.get(text) ?? text),
  });
}

const columnOf: Record<string, "name" | "email" | "role" | "department" | "status"> = {
  name: "name",
  email: "email",
  roleId: "role",
  departmentId: "department",
  status: "status",
};
