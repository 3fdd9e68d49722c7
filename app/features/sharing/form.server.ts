import { parseWithZod } from "@conform-to/zod/v4";
import { data, href } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { FormReply } from "#app/components/form.tsx";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { SHARE_LIMITS, shareMake, shareStart } from "#app/contract/share.ts";
import { idsIn } from "./choose.server.ts";
import { type MadeLink, madeLink } from "./made-link.server.ts";

/** What the field takes: many times the allowed numbers, which are counted when they are known. */
const NUMBERS_LENGTH = 20_000;
const NUMBERS_MAX = 500;

const schemaOf = ({ t }: Visit) =>
  z.object({
    houseNumbers: z
      .string({ error: "shell:form.empty" })
      .max(NUMBERS_LENGTH, t("form.tooLong", { max: NUMBERS_LENGTH }))
      // A column of a spreadsheet, a list with commas, or a line each.
      .transform((text) => text.split(/[\s,;，；、]+/u).filter(Boolean))
      .pipe(
        z
          .array(z.string().max(50, t("shell:form.tooLong", { max: 50 })))
          .min(1, "shell:form.empty")
          .max(NUMBERS_MAX, "shell:form.format"),
      ),
    label: z
      .string()
      .trim()
      .max(SHARE_LIMITS.label, t("form.tooLong", { max: SHARE_LIMITS.label }))
      .default(""),
    days: z
      .string({ error: "shell:form.empty" })
      .regex(/^\s*\d{1,4}\s*$/, "shell:form.format")
      .transform(Number)
      .pipe(z.number().min(1, "shell:form.format").max(SHARE_LIMITS.maxDays, "shell:form.format")),
    showsParties: z.boolean().default(false),
    showsDocuments: z.boolean().default(false),
  });

export type ShareFormView = Awaited<ReturnType<typeof loadShareForm>>;

/** The form, with the house numbers of the shipments that the address names. */
export async function loadShareForm(visit: Visit, search: URLSearchParams, canDownload: boolean) {
  const { t } = visit;
  const chosen = idsIn(search).slice(0, SHARE_LIMITS.shipments);
  const { houseNumbers } =
    chosen.length > 0 ? await visit.read(shareStart, { ids: chosen }) : { houseNumbers: [] };
  return {
    required: requiredFields(schemaOf(visit)),
    canDownload,
    choose: `${href("/shipments/share")}?${new URLSearchParams([["choose", "1"], ...chosen.map((id) => ["id", id])])}`,
    usual: { houseNumbers: houseNumbers.join("\n"), days: String(SHARE_LIMITS.usualDays) },
    words: {
      intro: t("sharing:intro"),
      never: t("sharing:never"),
      choose: t("sharing:choose.link"),
      make: t("sharing:make"),
      toList: t("sharing:toList"),
      shows: t("sharing:field.shows"),
      houseNumbersHint: t("sharing:field.houseNumbersHint", { most: SHARE_LIMITS.shipments }),
      labelHint: t("sharing:field.labelHint"),
      daysHint: t("sharing:field.daysHint", { most: SHARE_LIMITS.maxDays }),
    },
    labels: {
      houseNumbers: t("sharing:field.houseNumbers"),
      label: t("sharing:field.label"),
      days: t("sharing:field.days"),
      showsParties: t("sharing:field.showsParties"),
      showsDocuments: t("sharing:field.showsDocuments"),
    },
  };
}

/** The answer of a form that makes or renews a link: the link, or the form again. */
export type ShareReply = FormReply & { link: MadeLink | null };

/**
 * Makes the link and shows it in the answer itself, which is kept nowhere: sent again, the form gives the same
 * link.
 */
export async function makeShare(visit: Visit, form: FormData) {
  const submission = parseWithZod(form, { schema: schemaOf(visit) });
  if (submission.status !== "success") {
    const { data: answer, init } = invalid(submission);
    return data<ShareReply>({ ...answer, link: null }, init ?? undefined);
  }
  const result = await visit.write(shareMake, submission.value, { key: String(form.get("requestId")) });
  if (!result.isDone) {
    const { data: answer, init } = faulty(submission, result.fault);
    return data<ShareReply>({ ...answer, link: null }, init ?? undefined);
  }
  return data<ShareReply>({ reply: {}, requestId: null, link: madeLink(visit, result.data) });
}
