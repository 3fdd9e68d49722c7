import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { faulty, invalid } from "#app/components/form-reply.server.ts";
import { channelTypes, newInquiry, topics } from "#app/contract/message.ts";
import { conversationHref } from "./address.ts";
import { messageText, requestIdIn, textFault } from "./send.server.ts";

const REFERENCE_MAX = 50;
const SUBJECT_MAX = 120;

/** Messages of the schema are texts already. */
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

/** Begins a conversation and goes there; what is wrong is told at its field, with everything kept. */
export async function handleInquiry(visit: Visit, form: FormData) {
  const submission = parseWithZod(form, { schema: inquirySchema(visit) });
  if (submission.status !== "success") return invalid(submission);
  const { topic, ...content } = submission.value;
  const key = requestIdIn(form, visit);
  const inquiry = { type: channelTypes[topic], ...content, clientId: key };
  const result = await visit.write(newInquiry, inquiry, { key });
  return result.isDone ? redirect(conversationHref(result.data.id, topic)) : faulty(submission, result.fault);
}
