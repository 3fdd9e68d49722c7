import { href, redirect } from "react-router";
import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { type LogView, logView } from "#app/components/operation-log.server.ts";
import { DAYS_TO_PAY_MAX, roundingRules } from "#app/contract/invoice-code.ts";
import { invoiceTerms, invoiceTermsSave } from "#app/contract/invoice-terms.ts";
import { field } from "./detail.server.ts";
import type { Proposal } from "./draft.server.ts";
import { saveDeskForm } from "./form.server.ts";
import type { DeskFormView } from "./form.ts";

export interface TermsView {
  title: string;
  backHref: string;
  forms: DeskFormView[];
  version: string;
  log: LogView;
}

const FORM = "terms";

export const isOfTerms = (search: URLSearchParams) => search.get("show") === FORM;

/** The same address with or without the terms. */
export function termsHref(search: URLSearchParams, { isShown }: { isShown: boolean }): string {
  const next = new URLSearchParams(search);
  if (isShown) next.set("show", FORM);
  else next.delete("show");
  return `${href("/freightForwarder/invoiceAdd")}?${next}`;
}

/** The payment terms of the customer of an invoice that is prepared. */
export async function loadTerms(
  visit: Visit,
  { company: { id } }: Proposal,
  search: URLSearchParams,
): Promise<TermsView> {
  const { t } = visit;
  const terms = await visit.read(invoiceTerms, { companyId: id });
  return {
    title: t("invoice-desk:terms.title", { company: terms.company.name }),
    backHref: termsHref(search, { isShown: false }),
    version: terms.version,
    forms: [formOf(visit, terms)],
    log: logView(terms.log, {
      t,
      zone: visit.zone,
      fieldOf: (path) =>
        path === "daysToPay"
          ? { label: t("invoice-desk:terms.days"), value: (text) => text }
          : path === "rounding"
            ? {
                label: t("invoice-desk:field.rounding"),
                value: (text) => t(`invoice-desk:rounding.${text === "DOCUMENT" ? "DOCUMENT" : "LINE"}`),
              }
            : null,
    }),
  };
}

function formOf({ t }: Visit, terms: z.output<typeof invoiceTerms.response>): DeskFormView {
  return {
    id: FORM,
    isOpen: true,
    isChange: true,
    title: t("invoice-desk:terms.form"),
    intro: [
      ...(terms.version === "0" ? [t("invoice-desk:terms.notAgreed")] : []),
      t("invoice-desk:terms.intro"),
    ].join(" "),
    fields: [
      field({
        name: "daysToPay",
        label: t("invoice-desk:terms.days"),
        type: "decimal",
        value: String(terms.daysToPay),
        max: 3,
      }),
      field({
        name: "currency",
        label: t("invoice-desk:terms.currency"),
        value: terms.currency ?? "",
        hint: t("invoice-desk:terms.currencyHint"),
        max: 3,
      }),
      field({
        name: "rounding",
        label: t("invoice-desk:field.rounding"),
        type: "choice",
        value: terms.rounding,
        choices: roundingRules.map((rule): [string, string] => [rule, t(`invoice-desk:rounding.${rule}`)]),
      }),
    ],
    submit: t("invoice-desk:terms.submit"),
  };
}

/** Keeps the terms, and goes back to the invoice that starts from them. */
export async function handleTerms(
  visit: Visit,
  { company: { id: companyId } }: Proposal,
  search: URLSearchParams,
  form: FormData,
) {
  const { t } = visit;
  const terms = await visit.read(invoiceTerms, { companyId });
  const saved = await saveDeskForm(visit, form, formOf(visit, terms), {
    version: terms.version,
    read(typed, faults) {
      const daysToPay = /^\d{1,3}$/.test(typed.daysToPay ?? "") ? Number(typed.daysToPay) : Number.NaN;
      const currency = (typed.currency ?? "").toUpperCase();
      const rounding = roundingRules.find((rule) => rule === typed.rounding);
      if (!(daysToPay <= DAYS_TO_PAY_MAX))
        faults.daysToPay = t("invoice-desk:terms.fault", { max: DAYS_TO_PAY_MAX });
      if (!/^([A-Z]{3})?$/.test(currency)) faults.currency = t("invoice-desk:fault.currency");
      if (!rounding) faults.rounding = t("invoice-desk:fault.choice");
      return { daysToPay, currency: currency || null, rounding: rounding ?? "LINE" };
    },
    write: (value, version) =>
      visit.write(invoiceTermsSave, { companyId, version, ...value }, { key: String(form.get("requestId")) }),
  });
  if ("answer" in saved) return saved.answer;
  visit.session.flash({ kind: "success", key: "invoice-desk:termsSaved" });
  return redirect(termsHref(search, { isShown: false }));
}
