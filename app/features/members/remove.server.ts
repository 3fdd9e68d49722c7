import { parseWithZod } from "@conform-to/zod/v4";
import { href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { tooLong } from "#app/components/field-text.ts";
import { faulty, invalid } from "#app/components/form-reply.server.ts";
import { deleteUser, type Member } from "#app/contract/member.ts";

const schema = z.object({
  accountName: z
    .string({ error: "shell:form.empty" })
    .trim()
    .min(1, "shell:form.empty")
    .max(200, tooLong(200)),
});
const withdrawal = z.object({ accountName: z.string().optional() });

/** Deletes the member whose account name was typed, or withdraws the invitation. */
export async function removeMember(visit: Visit, { userId, userName, status }: Member, form: FormData) {
  const isInvitation = status === "AWAITING_CONFIRMATION";
  const submission = parseWithZod(form, { schema: isInvitation ? withdrawal : schema });
  if (submission.status !== "success") return invalid(submission);
  const accountName = isInvitation ? userName : (submission.value.accountName ?? "");
  const key = String(form.get("requestId"));
  const result = await visit.write(deleteUser, { id: userId, accountName }, { key });
  if (!result.isDone) return faulty(submission, result.fault);
  visit.session.flash({ kind: "success", key: isInvitation ? "members:withdrawn" : "members:deleted" });
  return redirect(href("/account/members"));
}
