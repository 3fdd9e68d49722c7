import { data, href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { standingOf } from "#app/components/form-reply.server.ts";
import { registrationDecide, registrationList } from "#app/contract/registration.ts";
import { countryName, isCountryCode } from "#app/lib/country-code.ts";

const ACCOUNTS = href("/freightForwarder/accounts");
const PAGE_SIZE = 50;
const REASON_MAX = 500;

/** Companies that have asked for an account and confirmed their address, the newest first. Throws as `visit.read`. */
export async function loadAccounts(visit: Visit) {
  const { t, dated, language } = visit;
  const registrations = await visit.read(registrationList, { status: "CONFIRMED", pageSize: PAGE_SIZE });
  return registrations.rows.map((row) => ({
    id: row.id,
    company: row.companyName,
    facts: [
      t("inbox:accounts.applicant", { name: row.name, email: row.email }),
      t("inbox:accounts.userName", { userName: row.userName }),
      [isCountryCode(row.countryCode) ? countryName(row.countryCode, language) : row.countryCode, row.phone]
        .filter(Boolean)
        .join(", "),
      dated(row.confirmedAt, (time) => t("inbox:accounts.confirmed", { time })),
    ],
  }));
}
export type AccountView = Awaited<ReturnType<typeof loadAccounts>>[number];

export interface AccountsReply {
  id: string;
  reason: string;
  fault: string;
  requestId: string | null;
}

/** Approves or declines the registration of the pressed button. */
export async function decideAccount(visit: Visit, form: FormData) {
  const key = String(form.get("requestId"));
  const id = String(form.get("id"));
  const reason = String(form.get("reason") ?? "").trim();
  const isApproved = form.get("intent") === "approve";
  const refused = (fault: string, status: number, requestId: string | null = null) =>
    data<AccountsReply>({ id, reason, fault, requestId }, { status });
  if (!/^\d{1,18}$/.test(id)) return refused(visit.t("inbox:fault.none"), 400);
  if (reason.length > REASON_MAX)
    return refused(visit.t("freight:fault.tooLong", { maximum: REASON_MAX }), 400);
  const order = { id, isApproved, reason: isApproved ? "" : reason };
  const result = await visit.write(registrationDecide, order, { key: `${key}:${id}:${isApproved}` });
  if (!result.isDone) {
    const { status, requestId } = standingOf(result.fault, key);
    return refused(result.fault.message, status, requestId);
  }
  visit.session.flash({ kind: "success", key: isApproved ? "inbox:approved" : "inbox:declined" });
  return redirect(ACCOUNTS);
}
