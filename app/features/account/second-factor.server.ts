import { data, href, redirect } from "react-router";
import type { SignedIn } from "#app/access/guard.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { printedAddress } from "#app/components/print-address.server.ts";
import * as factor from "#app/contract/second-factor.ts";
import { proofFirst } from "./proof.server.ts";

/** The page while a second factor is set up. */
const setUpHref = () => `${href("/account/secondFactor")}?step=code`;

/** The state of the second factor and, during the set-up, its secret as text and as a QR code. */
export async function loadFactor({ visit, user }: SignedIn, url: URL) {
  const state = await visit.read(factor.factorState, {});
  const view = {
    ...state,
    since: state.since && visit.time(state.since),
    isDue: user.proof?.isFactorDue ?? false,
  };
  if (state.since !== null || url.searchParams.get("step") !== "code") return { ...view, setUp: null };
  const begun = await visit.write(factor.factorStart, {});
  if (!begun.isDone) throw proofFirst(begun.fault, setUpHref()) ?? redirect(href("/account/secondFactor"));
  if (!begun.data) throw new Error("The answer to the set-up has no secret");
  const { secret, address } = begun.data;
  const { size, path } = printedAddress(address);
  return { ...view, setUp: { secret: secret.replace(/.{4}(?=.)/g, "$& "), size, path } };
}

type Reply = { recoveryCodes: string[]; fault: null } | { recoveryCodes: null; fault: string };

function refused(fault: WriteFault) {
  const back = proofFirst(fault, href("/account/secondFactor"));
  if (back) return back;
  const text = fault.fields[0]?.message ?? fault.message;
  const status = fault.kind === "unavailable" ? 503 : 400;
  return data<Reply>({ recoveryCodes: null, fault: text }, { status });
}

/**
 * Confirms the set-up, makes new recovery codes, removes the factor, or requires it of the members. Recovery codes are
 * in the answer to the form itself, since nothing keeps them: a repeated form gets the same ones.
 */
export async function changeFactor({ visit }: SignedIn, form: FormData) {
  const key = String(form.get("requestId"));
  const intent = form.get("intent");
  if (intent === "confirm" || intent === "renew") {
    const code = String(form.get("code") ?? "")
      .trim()
      .slice(0, 40);
    const result =
      intent === "renew"
        ? await visit.write(factor.recoveryRenew, {}, { key })
        : await visit.write(factor.factorConfirm, { code: code || "-" }, { key });
    if (!result.isDone) return refused(result.fault);
    return data<Reply>({ recoveryCodes: result.data?.recoveryCodes ?? [], fault: null });
  }
  const isRequired = form.get("isRequired") === "on";
  const result =
    intent === "remove"
      ? await visit.write(factor.factorRemove, {}, { key })
      : await visit.write(factor.factorRequire, { isRequired }, { key });
  if (!result.isDone) return refused(result.fault);
  visit.session.flash({
    kind: "success",
    key: intent === "remove" ? "safety:factorRemoved" : "safety:requirementSaved",
  });
  return redirect(href("/account/secondFactor"));
}
