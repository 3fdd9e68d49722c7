import { createHash } from "node:crypto";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import type { MadeBefore } from "#app/components/form-key.server.ts";
import {
  type BookingContent,
  bookingOfForm,
  bookingSaveDraft,
  bookingUpdate,
} from "#app/contract/booking.ts";
import { addressId } from "#app/contract/wire.ts";
import { keptOver } from "../booking-fields.ts";

/** What a save changes: a draft, a submitted booking (update), or an accepted one (amend). */
export type FormPurpose = "draft" | "update" | "amend";

/** The draft or template that the form with this URL has created. */
export async function findMade(
  visit: Visit,
  kind: "draft" | "template",
  formKey: string,
): Promise<MadeBefore | null> {
  const answer = await visit.readOrRefusal(bookingOfForm, { kind, formKey });
  // A provider built from product 7 alone does not have this call.
  return answer.isDone ? answer.data.made : null;
}

export const intentOf = (form: FormData) => String(form.get("intent") ?? "save");

/** The version that the form is based on; for 'keep mine', the version that it replaces. */
export function versionOf(form: FormData): number | null {
  const over = keptOver(intentOf(form));
  return (
    z.coerce
      .number()
      .int()
      .positive()
      .safeParse(over ?? form.get("version")).data ?? null
  );
}

type Saved =
  /** `id`: null for a new draft whose provider does not return it. */
  | { isDone: true; id: string | null; purpose: FormPurpose; version: number; isMerged: boolean }
  | { isDone: false; fault: WriteFault };

/** One idempotency key per content: a retry is the same write, changed content is another. */
export function writeKey(form: FormData, content: unknown): string {
  const identity = `${form.get("requestId")}\n${versionOf(form)}\n${JSON.stringify(content)}`;
  return createHash("sha256").update(identity).digest("base64url");
}

/** The save's fields about its form (contract `save.ts`). */
export function savedFromOf(form: FormData) {
  const editor = z.string().min(1).max(100).safeParse(form.get("editor")).data ?? null;
  const base = keptOver(intentOf(form)) ? Number(form.get("version")) || 0 : null;
  return { editor, base };
}

/** Hidden fields give the booking, its version, and the purpose of the save. */
export async function save(visit: Visit, form: FormData, content: BookingContent): Promise<Saved> {
  const id = addressId.safeParse(form.get("id")).data ?? null;
  const version = versionOf(form);
  const purpose = z.enum(["draft", "update", "amend"]).catch("draft").parse(form.get("purpose"));
  const key = writeKey(form, content);
  const from = savedFromOf(form);
  if (purpose !== "draft" && id && version !== null) {
    const change = { id, version, ...from, action: purpose, content };
    const result = await visit.write(bookingUpdate, change, { key });
    if (!result.isDone) return { isDone: false, fault: result.fault };
    const { version: reached = version, merged = null } = result.data ?? {};
    return { isDone: true, id, purpose, version: reached, isMerged: merged !== null };
  }
  const draftKey = z.string().min(8).max(100).catch(key).parse(form.get("draftKey"));
  const draft = { id, version, draftKey: id ? null : draftKey, ...from, content };
  const result = await visit.write(bookingSaveDraft, draft, { key });
  if (!result.isDone) return { isDone: false, fault: result.fault };
  if (!result.data) {
    const made = id ?? (await findMade(visit, "draft", draftKey))?.id ?? null;
    return { isDone: true, id: made, purpose: "draft", version: version ?? 0, isMerged: false };
  }
  const { id: made, version: reached, merged } = result.data;
  return { isDone: true, id: made, purpose: "draft", version: reached, isMerged: merged !== null };
}
