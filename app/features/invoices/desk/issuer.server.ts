import { href, redirect } from "react-router";
import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { ISSUER_LIMITS } from "#app/contract/invoice-code.ts";
import { invoiceIssuer, invoiceIssuerSave } from "#app/contract/invoice-issuer.ts";
import { field } from "./detail.server.ts";
import { saveDeskForm } from "./form.server.ts";
import type { DeskFormView } from "./form.ts";

type Issuer = z.output<typeof invoiceIssuer.response>;

export const ISSUER_FORM = "issuer";
const names = ["name", "taxNumber", "address", "payment"] as const;

/** How invoices name the forwarder, and how to pay: a form with what is stored. */
export async function loadIssuer(
  visit: Visit,
): Promise<{ form: DeskFormView; version: string; log: Issuer["log"] }> {
  const issuer = await visit.read(invoiceIssuer, {});
  return { form: formOf(visit, issuer), version: issuer.version, log: issuer.log };
}

/** The label of a field that the record names; null for one of something else. */
export function issuerField({ t }: Visit, path: string): string | null {
  const name = names.find((each) => each === path);
  return name ? t(`invoice-desk:issuer.${name}`) : null;
}

function formOf({ t }: Visit, issuer: Issuer): DeskFormView {
  return {
    id: ISSUER_FORM,
    isChange: true,
    title: t("invoice-desk:issuer.title"),
    intro: t("invoice-desk:issuer.intro"),
    fields: names.map((name) =>
      field({
        name,
        label: t(`invoice-desk:issuer.${name}`),
        value: issuer[name],
        type: ISSUER_LIMITS[name].lines > 1 ? "textarea" : "text",
        hint: name === "payment" ? t("invoice-desk:issuer.paymentHint") : null,
        max: ISSUER_LIMITS[name].length,
      }),
    ),
    submit: t("invoice-desk:issuer.submit"),
  };
}

/** Saves the issuer, and goes back to its page. */
export async function handleIssuer(visit: Visit, form: FormData) {
  const { t } = visit;
  const stored = await visit.read(invoiceIssuer, {});
  const saved = await saveDeskForm(visit, form, formOf(visit, stored), {
    version: stored.version,
    read(typed, faults) {
      const text = (name: (typeof names)[number]) => {
        const { length, lines } = ISSUER_LIMITS[name];
        const typedText = (typed[name] ?? "").replace(/\r\n?/g, "\n").replaceAll("\t", " ");
        if (typedText.length > length) faults[name] = t("invoice-desk:fault.tooLong", { max: length });
        else if (typedText.split("\n").length > lines)
          faults[name] = t("invoice-desk:issuer.tooManyLines", { max: lines });
        else if (/(?!\n)\p{Cc}/u.test(typedText)) faults[name] = t("invoice-desk:issuer.badSign");
        return typedText;
      };
      const name = text("name");
      if (!name) faults.name = t("invoice-desk:fault.empty");
      return { name, address: text("address"), taxNumber: text("taxNumber"), payment: text("payment") };
    },
    write: (value, version) =>
      visit.write(invoiceIssuerSave, { ...value, version }, { key: String(form.get("requestId")) }),
  });
  if ("answer" in saved) return saved.answer;
  visit.session.flash({ kind: "success", key: "invoice-desk:issuerSaved" });
  return redirect(href("/freightForwarder/invoiceSeries"));
}
