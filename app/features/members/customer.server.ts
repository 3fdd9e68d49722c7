import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { tooLong } from "#app/components/field-text.ts";
import { faulty, invalid, standingOf } from "#app/components/form-reply.server.ts";
import {
  customerMember,
  customerMemberMail,
  customerMemberRemove,
  customerPlaces,
} from "#app/contract/customer-member.ts";
import type { Line } from "#app/lib/moment.ts";
import { memberFacts } from "./detail.server.ts";
import { changeCustomerMember, memberFields } from "./form.server.ts";
import { choicesOf, customerMemberHref, type StatusView, statusView } from "./member.server.ts";
import type { MemberFields } from "./member-form.tsx";

type MemberAnswer = z.output<typeof customerMember.response>;
type Choices = readonly (readonly [value: string, label: string])[];

export const customerMembersHref = (id: string) => href("/freightForwarder/customerMembers/:id", { id });

/** What the form of an invitation to the company needs. Throws as `visit.read`. */
export async function loadPlaces(visit: Visit, companyId: string) {
  const { company, ...places } = await visit.read(customerPlaces, { companyId });
  return { company, choices: { ...choicesOf(places), statuses: [] as Choices } };
}

export const readCustomerMember = (visit: Visit, userId: string): Promise<MemberAnswer> =>
  visit.read(customerMember, { userId });

export interface CustomerMemberView {
  company: { name: string; isClosed: boolean };
  status: StatusView;
  facts: [label: string, text: Line][];
  /** What can be mailed: an invitation again, or a link that resets the password. */
  mail: "INVITATION" | "RESET" | null;
  isInvited: boolean;
  fields: MemberFields;
  choices: { roles: Choices; departments: Choices; statuses: Choices };
  desk: { version: number; isLastAdministrator: boolean };
  listHref: string;
  removeHref: string;
}

/** One member of a customer's company, and what the desk can do. */
export function customerMemberView(visit: Visit, answer: MemberAnswer): CustomerMemberView {
  const { company, member, version, isLastAdministrator } = answer;
  const { t } = visit;
  const isInvited = member.status === "AWAITING_CONFIRMATION";
  const canReset = member.status === "ACTIVE" && Boolean(member.email);
  return {
    company: { name: company.name, isClosed: company.isClosed },
    status: statusView(visit, member.status),
    facts: memberFacts(visit, member),
    mail: company.isClosed ? null : isInvited ? "INVITATION" : canReset ? "RESET" : null,
    isInvited,
    fields: memberFields(member),
    choices: {
      ...choicesOf(answer),
      statuses: [
        ...(member.status === "AWAITING_APPROVAL"
          ? [["", t("members:status.AWAITING_APPROVAL")] as const]
          : []),
        ["ACTIVE", t("members:status.ACTIVE")],
        ["DISABLED", t("members:status.DISABLED")],
      ],
    },
    desk: { version, isLastAdministrator },
    listHref: customerMembersHref(company.id),
    removeHref: href("/freightForwarder/customerMemberRemove/:id", { id: member.userId }),
  };
}

/** Saves the form, or mails the invitation or the reset link, by the pressed button. */
export async function actOnCustomerMember(visit: Visit, userId: string, form: FormData) {
  const intent = form.get("intent");
  if (intent !== "INVITATION" && intent !== "RESET") return changeCustomerMember(visit, userId, form);
  const key = String(form.get("requestId"));
  const result = await visit.write(customerMemberMail, { userId, what: intent }, { key: `${key}:${intent}` });
  if (result.isDone) {
    const done = intent === "RESET" ? "members:resetMailed" : "members:invited";
    visit.session.flash({ kind: "success", key: done });
    return redirect(customerMemberHref(userId));
  }
  const { status, requestId } = standingOf(result.fault, key);
  return data({ fault: result.fault.message, requestId }, { status });
}

const removal = z.object({
  accountName: z
    .string({ error: "shell:form.empty" })
    .trim()
    .min(1, "shell:form.empty")
    .max(200, tooLong(200)),
  version: z.coerce.number().int().catch(0),
  leavesNoAdministrator: z.boolean().default(false).catch(false),
});
const withdrawal = removal.extend({ accountName: z.string().max(200).default("") });

/** Deletes the member whose account name was typed, or withdraws the invitation. */
export async function removeCustomerMember(visit: Visit, { company, member }: MemberAnswer, form: FormData) {
  const { userId, userName } = member;
  const isInvitation = member.status === "AWAITING_CONFIRMATION";
  const submission = parseWithZod(form, { schema: isInvitation ? withdrawal : removal });
  if (submission.status !== "success") return invalid(submission);
  const key = String(form.get("requestId"));
  const accountName = isInvitation ? userName : submission.value.accountName;
  const order = { userId, ...submission.value, accountName };
  const result = await visit.write(customerMemberRemove, order, { key });
  if (!result.isDone) return faulty(submission, result.fault);
  visit.session.flash({ kind: "success", key: isInvitation ? "members:withdrawn" : "members:deleted" });
  return redirect(customerMembersHref(company.id));
}
