import { href, redirect } from "react-router";
import type { Needs } from "#app/access/guard.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { refusedPress } from "#app/components/form-reply.server.ts";
import { ADMIN_ROLE } from "#app/contract/access.ts";
import { accountUserList } from "#app/contract/member.ts";
import { factorReset } from "#app/contract/second-factor.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { proofFirst } from "./proof.server.ts";

/** Who may reset a member's second factor. */
export const resetNeeds: Needs = { roles: [ADMIN_ROLE], resource: "MEMBER_MANAGE" };

const nameIn = (url: URL) => (url.searchParams.get("name") ?? "").slice(0, 100);

/** The member with the account name of the address, which is another than the reader. */
export async function memberToReset(visit: Visit, url: URL, ownId: string) {
  const keyword = nameIn(url);
  if (!keyword) throw redirect(href("/account/secondFactor"));
  const { rows } = await visit.read(accountUserList, { page: 1, pageSize: 100, keyword });
  const member = rows.find(({ userName }) => userName.toLowerCase() === keyword.toLowerCase());
  if (!member || member.userId === ownId) throw redirect(href("/404"));
  return { userId: member.userId, userName: member.userName, name: member.name };
}

/** Resets it, and says so on the reader's own page of second factors. */
export async function resetMember(visit: Visit, url: URL, ownId: string, form: FormData) {
  const { userId } = await memberToReset(visit, url, ownId);
  const key = String(form.get("requestId"));
  const result = await visit.write(factorReset, { userId }, { key });
  if (!result.isDone) {
    const { fault } = result;
    const back = proofFirst(fault, withQuery(href("/account/factorReset"), { name: nameIn(url) }));
    return back ?? refusedPress(fault, key);
  }
  visit.session.flash({ kind: "success", key: "safety:factorReset" });
  return redirect(href("/account/secondFactor"));
}
