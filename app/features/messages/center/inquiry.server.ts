import { createHash } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { FormReply } from "#app/components/form.tsx";
import { postedFormKey } from "#app/components/form-key.server.ts";
import { faulty, invalid, requiredFields } from "#app/components/form-reply.server.ts";
import { channelTypes, inquiryConflict, newInquiry, topics } from "#app/contract/message.ts";
import { conversationHref, MESSAGES } from "../address.ts";
import { messageText, requestIdIn, textFault } from "../conversation/send.server.ts";

const REFERENCE_MAX = 50;
const SUBJECT_MAX = 120;

/** Messages of the schema are translated already. */
function inquirySchema(visit: Visit) {
  const { t } = visit;
  const text = (max: number) => z.string().trim().max(max, t("form.tooLong", { max })).default("");
  return z
    .object({
      topic: z.enum(topics, t("form.empty")),
      reference: text(REFERENCE_MAX),
      subject: text(SUBJECT_MAX),
      text: z
        .string({ error: t("messages:empty") })
        .transform(messageText)
        .superRefine((typed, context) => {
          const message = textFault(typed, visit);
          if (message) context.addIssue({ code: "custom", message });
        }),
    })
    .refine(({ reference, subject }) => reference !== "" || subject !== "", {
      path: ["reference"],
      message: t("messages:inquiry.needed"),
    });
}

export const inquiryRequired = (visit: Visit) => requiredFields(inquirySchema(visit));

/** Starts a conversation and redirects there; faults are shown at their fields, with everything kept. */
export async function handleInquiry(visit: Visit, search: URLSearchParams, form: FormData) {
  const submission = parseWithZod(form, { schema: inquirySchema(visit) });
  if (submission.status !== "success") {
    const { data: answer, init } = invalid(submission);
    return data<InquiryReply>({ ...answer, begun: null }, init ?? undefined);
  }
  const { topic, ...content } = submission.value;
  const formKey = form.get("intent") === "another" ? null : postedFormKey(search);
  const clientId = formKey ?? requestIdIn(form, visit);
  const inquiry = { type: channelTypes[topic], ...content, clientId };
  // One key per content: changed text is another write, and the provider reports what the form has sent
  // before.
  const key = createHash("sha256").update(JSON.stringify(inquiry)).digest("base64url");
  const result = await visit.write(newInquiry, inquiry, { key });
  if (result.isDone) return redirect(result.data ? conversationHref(result.data.id, topic) : MESSAGES);
  const { data: answer, init } = faulty(submission, result.fault);
  const conflict = inquiryConflict.safeParse(result.fault.data);
  const begun = conflict.success
    ? { text: conflict.data.begun.text, href: conversationHref(conflict.data.begun.id, topic) }
    : null;
  return data<InquiryReply>({ ...answer, begun }, init ?? undefined);
}

/** The form again, with its earlier text when it now has another. */
export interface InquiryReply extends FormReply {
  begun: { text: string; href: string } | null;
}
