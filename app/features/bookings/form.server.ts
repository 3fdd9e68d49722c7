import { parse, type Submission, type SubmissionResult } from "@conform-to/react";
import { data, redirect, replace } from "react-router";
import { z } from "zod";
import type { Visit, WriteFault } from "#app/access/visit.server.ts";
import { type WeightView, weightView } from "#app/components/cargo-weight-words.ts";
import { faulty } from "#app/components/form-reply.server.ts";
import { type MeasuredRow, newMeasuredRow } from "#app/components/measure-fields.tsx";
import {
  type AddressEntry,
  addressList,
  type BookingContent,
  type BookingDetailData,
  type BookingOptions,
  bookingContent,
  bookingDetail,
  bookingOptions,
  bookingSaveDraft,
  bookingStart,
  bookingUpdate,
} from "#app/contract/booking.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { partyRoles } from "#app/contract/freight-code.ts";
import { formatInstant, wireToInstant } from "#app/lib/date-time.ts";
import {
  type BookingFields,
  detailHref,
  type FormPath,
  fieldName,
  formPaths,
  keptOver,
  reviewHref,
} from "./booking-fields.ts";
import { contentDifferences, type Difference } from "./content-view.server.ts";
import { faultTexts } from "./review.server.ts";

/** What saving means: a draft, or a change of what has been submitted. */
export type FormPurpose = "draft" | "update" | "amend";

export interface FormStart {
  id: string | null;
  bookingNumber: string | null;
  version: number | null;
  /** Names a draft that has no id yet (contract `bookingSaveDraft`). */
  draftKey: string;
  purpose: FormPurpose;
  fields: BookingFields;
  weight: WeightView | null;
  /** Whose form it is: what a browser keeps of it is shown to nobody else who uses the same browser. */
  owner: string;
  /** What the review found, at its fields. */
  checked: SubmissionResult<string[]> | null;
  /** Said on top: where the content came from. */
  source: string | null;
  addresses: AddressEntry[];
  companies: string[];
  customerServices: string[];
  carriers: BookingOptions["carriers"];
}

/** The record that an address names, or null. */
export const bookingIdIn = (search: URLSearchParams) => idIn(search, "id");
const anId = z.string().regex(/^\d{1,18}$/);
const idIn = (search: URLSearchParams, name: string) => anId.safeParse(search.get(name)).data ?? null;

/** Empty, from a template, a copy, a draft, or what was submitted, as the address says. */
export async function formStart(visit: Visit, path: FormPath, search: URLSearchParams): Promise<FormStart> {
  const id = idIn(search, "id");
  const [choices, origin] = await Promise.all([
    formChoices(visit),
    id ? known(visit, id, search) : begun(visit, path, search),
  ]);
  const fields = fieldsOf(origin.content);
  return {
    ...origin.start,
    fields,
    weight: weightOf(visit, fields),
    checked: search.has("check") ? checkedReply(visit, origin.content, fields) : null,
    ...choices,
  };
}

function checkedReply(
  visit: Visit,
  content: BookingContent,
  fields: BookingFields,
): SubmissionResult<string[]> {
  const error: Record<string, string[]> = {};
  for (const { path, text } of faultTexts(content, visit)) {
    const name = fieldName(path);
    error[name] = [...(error[name] ?? []), text];
  }
  return { status: "error", initialValue: fields as SubmissionResult["initialValue"], error };
}

/** What the form chooses from. */
export async function formChoices(visit: Visit) {
  const [options, addresses, user] = await Promise.all([
    visit.read(bookingOptions, {}),
    visit.read(addressList, { page: 1, pageSize: 100 }),
    visit.user(),
  ]);
  return { ...options, addresses: addresses.rows, owner: user.userId };
}

type Start = Pick<FormStart, "id" | "bookingNumber" | "version" | "draftKey" | "purpose" | "source">;

async function known(
  visit: Visit,
  id: string,
  search: URLSearchParams,
): Promise<{ content: BookingContent; start: Start }> {
  const booking = await visit.read(bookingDetail, { id });
  const purpose = purposeOf(booking, search.get("as"));
  if (!purpose) throw redirect(detailHref(id));
  const { bookingNumber, version, content } = booking;
  return { content, start: { id, bookingNumber, version, draftKey: "", purpose, source: null } };
}

function purposeOf(
  { actions }: Pick<BookingDetailData, "actions">,
  wanted: string | null,
): FormPurpose | null {
  if (actions.includes("saveDraft")) return "draft";
  if (wanted === "amend" && actions.includes("amend")) return "amend";
  return actions.includes("update") ? "update" : null;
}

async function begun(
  visit: Visit,
  path: FormPath,
  search: URLSearchParams,
): Promise<{ content: BookingContent; start: Start }> {
  const draftKey = visit.requestId().split(".")[0] ?? "";
  const start: Start = {
    id: null,
    bookingNumber: null,
    version: null,
    draftKey,
    purpose: "draft",
    source: null,
  };
  const template = idIn(search, "template");
  const copy = idIn(search, "copy");
  if (template) {
    const found = await visit.read(bookingStart, { from: "template", id: template });
    const source = visit.t("bookings:from.template", { name: found.source ?? "" });
    return { content: found.content ?? emptyContent(path), start: { ...start, source } };
  }
  if (copy) {
    const { content, source } = await visit.read(bookingStart, { from: "copy", id: copy });
    return { content: content ?? emptyContent(path), start: { ...start, source: sourceText(visit, source) } };
  }
  const origin = search.get("origin")?.trim().slice(0, 100);
  const destination = search.get("destination")?.trim().slice(0, 100);
  if (path === formPaths.online && origin && destination) {
    const found = await visit.read(bookingStart, { from: "lane", origin, destination });
    const content = found.content ?? { ...emptyContent(path), origin, destination };
    const none = visit.t("booking-form:lane.none");
    return { content, start: { ...start, source: found.content ? sourceText(visit, found.source) : none } };
  }
  return { content: emptyContent(path), start };
}

function sourceText(visit: Visit, source: string | null): string | null {
  return source && visit.t("booking-form:lane.found", { source });
}

export function emptyContent(path: FormPath): BookingContent {
  return bookingContent.parse({
    transportMode: path === formPaths.online ? "" : "AIR",
    service: "DTD",
    serviceLevel: "STANDARD",
    customsDeclaration: "NONE",
    transshipment: "ANY",
    cargoType: "GENERAL",
  });
}

/** Rows are never none: an empty one invites. */
export function fieldsOf(content: BookingContent): BookingFields {
  const party = (role: (typeof partyRoles)[number]) => ({
    ...content[role],
    isAddedToAddressBook: content[role].isAddedToAddressBook ? "on" : undefined,
  });
  return {
    ...content,
    shipper: party("shipper"),
    consignee: party("consignee"),
    notifyParty: party("notifyParty"),
    hasOriginTrucking: content.hasOriginTrucking ? "on" : undefined,
    hasDestinationTrucking: content.hasDestinationTrucking ? "on" : undefined,
    cargo: content.cargo.length > 0 ? content.cargo : [newMeasuredRow],
    containers: content.containers.length > 0 ? content.containers : [{}],
  };
}

/** The content out of what the form sent. Nothing typed is judged here, only cut to what the contract carries. */
export function contentOf(payload: Record<string, unknown>): BookingContent {
  // A name sent twice arrives as a list, and one with steps below it as a record: no field of the form is either.
  const record = (value: unknown) =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).filter(([, each]) => typeof each === "string"))
      : {};
  const rows = (value: unknown) => (Array.isArray(value) ? value.map(record) : []);
  const isOn = (value: unknown) => value === "on" || value === "true";
  const given: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries(bookingContent.shape)) {
    const value = payload[name];
    if ((partyRoles as readonly string[]).includes(name)) {
      const party = record(value);
      given[name] = { ...party, isAddedToAddressBook: isOn(party.isAddedToAddressBook) };
    } else if (name === "cargo") {
      // The units stand there before anything is typed; a row of units alone is no cargo.
      given[name] = rows(value).filter((row) => hasAny(row, ["packageType", "dimensionUnit", "weightUnit"]));
    } else if (name === "containers") given[name] = rows(value).filter((row) => hasAny(row, []));
    else if (name.startsWith("has")) given[name] = isOn(value);
    // A plain submit breaks lines by two characters, the script by one: the same text is stored the same.
    else if (shape instanceof z.ZodType && typeof value === "string") {
      given[name] = value.replaceAll("\r\n", "\n");
    }
  }
  return bookingContent.parse(cut(given, bookingContent));
}

const hasAny = (row: Record<string, unknown>, besides: string[]) =>
  Object.entries(row).some(
    ([name, value]) => !besides.includes(name) && typeof value === "string" && value.trim(),
  );

/** A text longer than the contract carries is cut at its limit: these are far above the limits that the form states. */
function cut(given: Record<string, unknown>, shape: z.ZodType): unknown {
  const checked = shape.safeParse(given);
  if (checked.success) return given;
  const copy = structuredClone(given);
  for (const issue of checked.error.issues) {
    if (issue.code !== "too_big") continue;
    let holder: unknown = copy;
    for (const step of issue.path.slice(0, -1)) holder = (holder as Record<PropertyKey, unknown>)?.[step];
    const last = issue.path.at(-1) as PropertyKey;
    const value = (holder as Record<PropertyKey, unknown>)?.[last];
    if (typeof value === "string" || Array.isArray(value)) {
      (holder as Record<PropertyKey, unknown>)[last] = value.slice(0, Number(issue.maximum));
    }
  }
  return copy;
}

/** What the page shows again after a submit that led nowhere. */
export interface BookingReply {
  reply: SubmissionResult<string[]>;
  requestId: string | null;
  weight: WeightView | null;
  conflict: { text: string; version: number; differences: Difference[] } | null;
}

/** Saves, goes on to the review, adds or removes a row, takes over an address: as the pressed button says. */
export async function handleForm(visit: Visit, path: FormPath, form: FormData) {
  const typed = parse<Record<string, unknown>, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  });
  const weight = weightOf(visit, typed.payload as BookingFields);
  const intent = intentOf(form);
  const again = await againWithout(visit, form, typed, intent);
  if (again) return data<BookingReply>({ reply: again, requestId: null, weight, conflict: null });

  const content = contentOf(typed.payload);
  const saved = await save(visit, form, content);
  if (!saved.isDone) {
    const { data: answer, init } = faulty(typed, saved.fault);
    const conflict =
      saved.fault.code === CODE_CONFLICT && saved.id ? await conflictOf(visit, saved.id, content) : null;
    return data<BookingReply>({ ...answer, weight, conflict }, init ?? undefined);
  }
  if (saved.purpose !== "draft") {
    visit.session.flash({ kind: "success", key: "bookingUpdated" });
    return redirect(detailHref(saved.id));
  }
  if (intent === "review") return redirect(reviewHref(saved.id));
  visit.session.flash({ kind: "success", key: "draftSaved" });
  if (intent === "attach") return redirect(`${detailHref(saved.id)}#attachments`);
  return replace(`${path}?id=${saved.id}`);
}

export const intentOf = (form: FormData) => String(form.get("intent") ?? "save");

/** The version that the form was typed over; 'keep mine' names the one that it is to take the place of. */
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

/** The form once more where its button did not mean to save: a row more or less, an address taken over, the weight. */
export async function againWithout(
  visit: Visit,
  form: FormData,
  typed: Submission<Record<string, unknown>, string[]>,
  intent: string,
): Promise<SubmissionResult<string[]> | null> {
  if (typed.status !== "success" || intent === "work-out") return typed.reply();
  if (intent.startsWith("pick:")) return withPicked(visit, typed.reply(), intent.slice(5), form);
  return null;
}

type Saved =
  | { isDone: true; id: string; purpose: FormPurpose; version: number; savedAt: string | null }
  | { isDone: false; id: string | null; fault: WriteFault };

/** The hidden fields say which booking, from which version, and what saving means. */
export async function save(visit: Visit, form: FormData, content: BookingContent): Promise<Saved> {
  const id = anId.safeParse(form.get("id")).data ?? null;
  const version = versionOf(form);
  const purpose = z.enum(["draft", "update", "amend"]).catch("draft").parse(form.get("purpose"));
  const key = String(form.get("requestId"));
  if (purpose !== "draft" && id && version !== null) {
    const result = await visit.write(bookingUpdate, { id, version, action: purpose, content }, { key });
    if (!result.isDone) return { isDone: false, id, fault: result.fault };
    return { isDone: true, id, purpose, version: result.data.version, savedAt: null };
  }
  const draftKey = String(form.get("draftKey") || key).slice(0, 100);
  const result = await visit.write(
    bookingSaveDraft,
    { id, version, draftKey: id ? null : draftKey, content },
    { key },
  );
  if (!result.isDone) return { isDone: false, id, fault: result.fault };
  return {
    isDone: true,
    id: result.data.id,
    purpose: "draft",
    version: result.data.version,
    savedAt: result.data.savedAt,
  };
}

/** What stands there now beside what was typed (issue 3: nothing is overwritten in silence). */
async function conflictOf(visit: Visit, id: string, mine: BookingContent) {
  const theirs = await visit.read(bookingDetail, { id });
  const time = formatInstant(wireToInstant(theirs.updatedAt), visit.timeZone ?? "+08:00") ?? "";
  return {
    text: visit.t("booking-form:conflict.text", { name: theirs.updatedBy, time }),
    version: theirs.version,
    differences: contentDifferences(mine, theirs.content, visit),
  };
}

/** The form with one party filled from the address book. */
async function withPicked(visit: Visit, reply: SubmissionResult<string[]>, role: string, form: FormData) {
  if (!(partyRoles as readonly string[]).includes(role)) return reply;
  const chosen = form.get(`pick.${role}`);
  const { rows } = await visit.read(addressList, { page: 1, pageSize: 100 });
  const entry = rows.find((row) => row.id === chosen);
  if (!entry) return reply;
  const { id: _, ...party } = entry;
  return { ...reply, initialValue: { ...reply.initialValue, [role]: party } } as SubmissionResult<string[]>;
}

export function weightOf(
  visit: Visit,
  fields: Pick<BookingFields, "cargo" | "transportMode">,
): WeightView | null {
  const rows = (Array.isArray(fields.cargo) ? fields.cargo : []) as MeasuredRow[];
  return weightView(
    { mode: fields.transportMode, rows: rows.filter(Boolean), rates: {} },
    visit.t,
    visit.language,
  );
}
