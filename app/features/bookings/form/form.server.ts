import { parse, type Submission, type SubmissionResult } from "@conform-to/react";
import { data, href, redirect, replace } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { faulty } from "#app/components/form-reply.server.ts";
import { type BookingContent, bookingConflict } from "#app/contract/booking.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { partyRoles } from "#app/contract/freight-code.ts";
import { type BookingFields, detailHref, type FormPath, reviewHref } from "../booking-fields.ts";
import { contentDifferences, type Difference } from "../content-view.server.ts";
import { type AddressHits, partyFrom, type Role } from "./form-address.ts";
import { contentOf, type FormFigures, figuresOf } from "./form-content.server.ts";
import { intentOf, save } from "./form-save.server.ts";
import { readAddresses } from "./form-start.server.ts";

const KEYWORD_MAX = 100;

/** Shown again after a submit that was not successful. */
export interface BookingReply extends FormFigures {
  reply: SubmissionResult<string[]>;
  requestId: string | null;
  conflict: FormConflict | null;
  /** By party, where the address book was searched. */
  found?: Partial<Record<Role, AddressHits>>;
}

export interface FormConflict {
  title: string;
  text: string;
  version: number;
  differences: Difference[];
  /** URL of the form with the stored version. */
  href: string;
  /** Author of the other version. */
  theirs: string;
}

/** Handles the pressed button: save, review, add or remove a row, fill in an address. */
export async function handleForm(visit: Visit, path: FormPath, form: FormData) {
  const typed = parse<Record<string, unknown>, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  });
  const figures = figuresOf(visit, typed.payload as BookingFields);
  const intent = intentOf(form);
  const unsaved = await replyWithoutSaving(visit, form, typed, intent);
  if (unsaved) return data<BookingReply>({ ...unsaved, requestId: null, ...figures, conflict: null });

  const { content, faults } = contentOf(typed.payload, visit.t);
  if (faults) {
    const reply = typed.reply({ fieldErrors: faults.fieldErrors });
    return data<BookingReply>({ reply, requestId: null, ...figures, conflict: null }, { status: 400 });
  }
  const saved = await save(visit, form, content);
  if (!saved.isDone) {
    const { data: answer, init } = faulty(typed, saved.fault);
    const conflict =
      saved.fault.code === CODE_CONFLICT ? conflictOf(visit, path, saved.fault, content) : null;
    return data<BookingReply>({ ...answer, ...figures, conflict }, init ?? undefined);
  }
  if (saved.id === null) {
    visit.session.flash({ kind: "success", key: "draftSaved" });
    return redirect(href("/booking/index"));
  }
  if (saved.purpose !== "draft") {
    visit.session.flash({ kind: "success", key: saved.isMerged ? "savedMerged" : "bookingUpdated" });
    return redirect(detailHref(saved.id));
  }
  if (saved.isMerged) visit.session.flash({ kind: "success", key: "savedMerged" });
  if (intent === "review") return redirect(reviewHref(saved.id));
  if (!saved.isMerged) visit.session.flash({ kind: "success", key: "draftSaved" });
  if (intent === "attach") return redirect(`${detailHref(saved.id)}#attachments`);
  return replace(`${path}?id=${saved.id}${saved.isMerged ? `&merged=${saved.version}` : ""}`);
}

/** Shows the form again for buttons that do not save: rows, addresses and their search, weight. */
export async function replyWithoutSaving(
  visit: Visit,
  form: FormData,
  typed: Submission<Record<string, unknown>, string[]>,
  intent: string,
): Promise<Pick<BookingReply, "reply" | "found"> | null> {
  const reply = typed.reply();
  if (typed.status !== "success" || intent === "work-out") return { reply };
  const isPick = intent.startsWith("pick:");
  if (!isPick && !intent.startsWith("find:")) return null;
  const addressLists = await searchAddresses(visit, form);
  return {
    reply: isPick ? await fillParty(visit, reply, intent.slice(5), form, addressLists) : reply,
    found: addressLists,
  };
}

/** Searches the address book for each party with a text in its search field. */
async function searchAddresses(visit: Visit, form: FormData): Promise<NonNullable<BookingReply["found"]>> {
  const searches = partyRoles.map(async (role) => {
    const typed = form.get(`find.${role}`);
    const keyword = typeof typed === "string" ? typed.trim().slice(0, KEYWORD_MAX) : "";
    return keyword ? [[role, { keyword, ...(await readAddresses(visit, keyword)) }] as const] : [];
  });
  return Object.fromEntries((await Promise.all(searches)).flat());
}

/** The stored version beside the typed one; null for other refusals. */
function conflictOf(
  visit: Visit,
  path: FormPath,
  { data }: WriteFault,
  mine: BookingContent,
): FormConflict | null {
  const conflictAnswer = bookingConflict.safeParse(data);
  if (!conflictAnswer.success) return null;
  const { id, version, content, updatedBy, updatedAt, isOwn, fields } = conflictAnswer.data.conflict;
  const time = visit.stamp(updatedAt);
  const { t } = visit;
  return {
    ...conflictWords(visit, isOwn),
    text: t(isOwn ? "booking-form:conflict.ownText" : "booking-form:conflict.text", {
      name: updatedBy,
      time,
    }),
    version,
    differences: contentDifferences(mine, content, visit, fields),
    href: `${path}?id=${id}`,
  };
}

/** Text for another person's save, or the same person's in another window. */
export function conflictWords({ t }: Visit, isOwn: boolean): Pick<FormConflict, "title" | "theirs"> {
  return isOwn
    ? { title: t("booking-form:conflict.ownTitle"), theirs: t("booking-form:conflict.own") }
    : { title: t("booking-form:conflict.title"), theirs: t("booking-form:conflict.theirs") };
}

/** Fills one party from the address book. */
async function fillParty(
  visit: Visit,
  reply: SubmissionResult<string[]>,
  role: string,
  form: FormData,
  addressLists: NonNullable<BookingReply["found"]>,
) {
  if (!(partyRoles as readonly string[]).includes(role)) return reply;
  const chosen = form.get(`pick.${role}`);
  const { addresses } = addressLists[role as Role] ?? (await readAddresses(visit));
  const entry = addresses.find((row) => row.id === chosen);
  if (!entry) return reply;
  return { ...reply, initialValue: { ...reply.initialValue, [role]: partyFrom(entry) } } as SubmissionResult<
    string[]
  >;
}
