import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { type LogView, logView } from "#app/components/operation-log.server.ts";
import { DAYS_TO_PAY_MAX, roundingRules } from "#app/contract/invoice-code.ts";
import { invoiceTerms, invoiceTermsSave } from "#app/contract/invoice-terms.ts";
import { field } from "./desk-detail.server.ts";
import { againWith, refusedWith, typedIn, versionIn } from "./desk-form.server.ts";
import type { DeskFormView } from "./desk-form.ts";
import type { Proposal } from "./draft.server.ts";

export interface TermsView {
  title: string;
  back: { text: string; href: string };
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
  const found = await visit.read(invoiceTerms, { companyId: id });
  return {
    title: t("invoice-desk:terms.title", { company: found.company.name }),
    back: { text: t("invoice-desk:terms.back"), href: termsHref(search, { isShown: false }) },
    version: found.version,
    forms: [
      {
        ...{ id: FORM, isOpen: true, title: t("invoice-desk:terms.form") },
        intro: [
          ...(found.version === "0" ? [t("invoice-desk:terms.notAgreed")] : []),
          t("invoice-desk:terms.intro"),
        ].join(" "),
        fields: [
          field({
            ...{ name: "daysToPay", label: t("invoice-desk:terms.days"), type: "decimal" },
            ...{ value: String(found.daysToPay), max: 3 },
          }),
          field({
            ...{ name: "currency", label: t("invoice-desk:terms.currency"), value: found.currency ?? "" },
            ...{ hint: t("invoice-desk:terms.currencyHint"), max: 3 },
          }),
          field({
            ...{ name: "rounding", label: t("invoice-desk:field.rounding"), type: "choice" },
            value: found.rounding,
            choices: roundingRules.map((rule): [string, string] => [
              rule,
              t(`invoice-desk:rounding.${rule}`),
            ]),
          }),
        ],
        submit: t("invoice-desk:terms.submit"),
      },
    ],
    log: logView(found.log, {
      ...{ t, zone: visit.zone },
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

/** Keeps the terms, and goes back to the invoice that starts from them. */
export async function handleTerms(
  visit: Visit,
  { company: { id: companyId } }: Proposal,
  search: URLSearchParams,
  form: FormData,
) {
  const { t } = visit;
  const typed = typedIn(form);
  const key = String(form.get("requestId"));
  const days = /^\d{1,3}$/.test(typed.daysToPay ?? "") ? Number(typed.daysToPay) : Number.NaN;
  const currency = (typed.currency ?? "").toUpperCase();
  const rounding = roundingRules.find((rule) => rule === typed.rounding);
  const faults = {
    ...(days <= DAYS_TO_PAY_MAX
      ? {}
      : { daysToPay: t("invoice-desk:terms.fault", { max: DAYS_TO_PAY_MAX }) }),
    ...(/^([A-Z]{3})?$/.test(currency) ? {} : { currency: t("invoice-desk:fault.currency") }),
    ...(rounding ? {} : { rounding: t("invoice-desk:fault.choice") }),
  };
  if (!rounding || Object.keys(faults).length > 0) return againWith(FORM, typed, faults, 400);
  const input = {
    ...{ companyId, version: versionIn(typed), daysToPay: days, currency: currency || null, rounding },
  };
  const result = await visit.write(invoiceTermsSave, input, { key });
  if (!result.isDone) return refusedWith(FORM, typed, result.fault, key);
  visit.session.flash({ kind: "success", key: "invoice-desk:termsSaved" });
  return redirect(termsHref(search, { isShown: false }));
}
