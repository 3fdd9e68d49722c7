import { parseWithZod } from "@conform-to/zod/v4";
import { href, redirect } from "react-router";
import { z } from "zod";
import type { SignedIn } from "#app/access/guard.server.ts";
import { ownRefusal, type WriteFault } from "#app/access/write-fault.server.ts";
import { tooLong } from "#app/components/field-text.ts";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { PASSWORD_MAX_LENGTH } from "#app/contract/auth.ts";
import { CODE_PROOF_NEEDED } from "#app/contract/code.ts";
import { companyProveStart } from "#app/contract/company-sign-in.ts";
import { passkeyProve, passkeyProveOptions } from "#app/contract/passkey.ts";
import { prove } from "#app/contract/second-factor.ts";
import { sameSitePath } from "#app/lib/same-site-path.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { startCompanyProof } from "./company.server.ts";
import { passkeyIn } from "./passkey-answer.server.ts";

const withCode = z.object({
  code: z.string({ error: "shell:form.empty" }).trim().max(40, tooLong(40)),
});
const withPassword = z.object({
  password: z.string({ error: "shell:form.empty" }).max(PASSWORD_MAX_LENGTH, tooLong(PASSWORD_MAX_LENGTH)),
});

/** Where to go afterwards; this page is for coming back from. */
const returnIn = (url: URL) => sameSitePath(url.searchParams.get("redirect"), href("/account/index"));

/** What proves who is there: the code of those who have a second factor, else the password. */
export async function proofView({ visit, user }: SignedIn) {
  const isByCode = user.proof?.hasFactor ?? false;
  // Who came that way may have no password at all.
  const isByCompany = !isByCode && (user.proof?.isByCompany ?? false) && visit.offers(companyProveStart);
  const passkey = await visit.readOptional(passkeyProveOptions, {});
  return {
    passkey,
    isByCode,
    isByCompany,
    required: requiredFields(isByCode ? withCode : withPassword),
  };
}

/** Takes the proof, and leads back. */
export async function giveProof({ visit, user }: SignedIn, url: URL, form: FormData) {
  const key = String(form.get("requestId"));
  if (form.get("intent") === "company") {
    const going = await startCompanyProof(visit, returnIn(url));
    return going instanceof Response
      ? going
      : faulty(parseWithZod(new FormData(), { schema: z.object({}) }), going);
  }
  if (form.get("intent") === "passkey") {
    const answer = passkeyIn(form);
    const result = answer && (await visit.write(passkeyProve, answer, { key }));
    if (result?.isDone) return redirect(returnIn(url));
    const submission = parseWithZod(new FormData(), { schema: z.object({}) });
    return faulty(submission, result?.fault ?? ownRefusal(visit.t("safety:passkey.failed")));
  }
  const submission = parseWithZod(form, { schema: user.proof?.hasFactor ? withCode : withPassword });
  if (submission.status !== "success") return invalid(submission, ["password"]);
  const result = await visit.write(prove, submission.value, { key });
  if (!result.isDone) return faulty(submission, result.fault, ["password", "code"]);
  return redirect(returnIn(url));
}

/** The way to the proof, when a call was refused for want of one; else null. */
export function proofFirst(fault: WriteFault, back: string) {
  return fault.code === CODE_PROOF_NEEDED
    ? redirect(withQuery(href("/account/confirm"), { redirect: back }))
    : null;
}
