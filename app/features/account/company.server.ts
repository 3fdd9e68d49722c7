import { parseWithZod } from "@conform-to/zod/v4";
import { href, redirect } from "react-router";
import { z } from "zod";
import type { CompanyErrand } from "#app/access/session.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import * as company from "#app/contract/company-sign-in.ts";
import { sameSitePath } from "#app/lib/same-site-path.ts";
import { withQuery } from "#app/lib/with-query.ts";
import { finishSignIn, loginHref, secondStep, wantedIn } from "./sign-in.server.ts";

const byEmail = z.object({
  email: z
    .string({ error: "auth:forgot.emailEmpty" })
    .trim()
    .max(254, "auth:forgot.emailFormat")
    .pipe(z.email("auth:forgot.emailFormat")),
});

const byLink = z.object({ email: z.string().optional() });

/** The company's link, when the address has one; it is not looked up before the button is pressed. */
const linkIn = (url: URL) => url.searchParams.get("company")?.slice(0, 100) ?? "";

export function companySignInView(visit: Visit, url: URL) {
  return {
    flash: visit.takeFlash(),
    isByLink: linkIn(url) !== "",
    back: loginHref(url),
    required: requiredFields(byEmail),
  };
}

/** Begins the sign-in, and leads to the page that leads out of the portal. */
export async function startCompanySignIn(visit: Visit, url: URL, form: FormData) {
  const link = linkIn(url);
  const submission = parseWithZod(form, { schema: link ? byLink : byEmail });
  if (submission.status !== "success") return invalid(submission);
  const input = link ? { company: link } : { email: submission.value.email };
  const result = await visit.write(company.companyStart, input);
  if (!result.isDone) return faulty(submission, result.fault);
  if (!result.data) throw new Error("The answer to the sign-in has no address");
  const { ticket, authorizationUrl } = result.data;
  visit.session.keepCompany({ purpose: "signIn", ticket, address: authorizationUrl, back: wantedIn(url) });
  return redirect(href("/login/company/go"));
}

const value = (url: URL, name: string) => url.searchParams.get(name) ?? undefined;

/**
 * Takes the identity provider's answer in the address, which leads on in any case: no page is shown at an address that
 * holds a code.
 */
export async function endCompanyErrand(visit: Visit, url: URL) {
  const errand = visit.session.company;
  visit.session.keepCompany(null);
  const again = withQuery(href("/login/company"), { redirect: errand?.back ?? "" });
  const input = company.companyFinish.request.safeParse({
    ticket: errand?.ticket,
    code: value(url, "code"),
    state: value(url, "state"),
    iss: value(url, "iss"),
    error: value(url, "error"),
  });
  if (!errand || !input.success) {
    visit.session.flash({ kind: "danger", text: visit.t("company-sign-in:elsewhere") });
    return redirect(again);
  }
  if (errand.purpose === "prove") return endProof(visit, errand.back, input.data);
  const result = await visit.write(company.companyFinish, input.data);
  visit.session.noteCompany();
  const wanted = new URL(withQuery("/", { redirect: errand.back }), url);
  if (result.isDone && result.data) return finishSignIn(visit, wanted, result.data, "");
  if (result.isDone) throw new Error("The answer to the sign-in has no token");
  const next = secondStep(visit, wanted, result.fault);
  if (next) return next;
  visit.session.flash({ kind: "danger", text: result.fault.message });
  return redirect(again);
}

async function endProof(visit: Visit, back: string, input: z.input<typeof company.companyProve.request>) {
  if (!visit.session.token) return redirect(href("/login"));
  const result = await visit.write(company.companyProve, input);
  if (result.isDone) return redirect(sameSitePath(back, href("/account/index")));
  visit.session.flash({ kind: "danger", text: result.fault.message });
  return redirect(withQuery(href("/account/confirm"), { redirect: back }));
}

/** Begins a proof of who is there, by the company's identity provider. */
export async function startCompanyProof(visit: Visit, back: string) {
  const result = await visit.write(company.companyProveStart, {});
  if (!result.isDone) return result.fault;
  if (!result.data) throw new Error("The answer to the proof has no address");
  const { ticket, authorizationUrl } = result.data;
  visit.session.keepCompany({ purpose: "prove", ticket, address: authorizationUrl, back });
  return redirect(href("/login/company/go"));
}

/** What is left to do after signing out here: the session at the company's identity provider; null: nothing. */
export async function endThereToo(visit: Visit, back: string): Promise<CompanyErrand | null> {
  const { token, isByCompany } = visit.session;
  if (!token || !isByCompany || !visit.offers(company.companySignOut)) return null;
  const result = await visit.write(company.companySignOut, {}).catch(() => null);
  const ticket = result?.isDone ? result.data?.ticket : undefined;
  return ticket ? { purpose: "signOut", ticket, address: "", back } : null;
}

/** Where the session at the identity provider is ended; null once that took too long. */
export async function signOutView(visit: Visit) {
  const errand = visit.session.company;
  if (errand?.purpose !== "signOut") throw redirect(href("/home"));
  const result = await visit.readOrRefusal(company.companySignOutAddress, { ticket: errand.ticket });
  return { there: result.isDone ? result.data : null };
}
