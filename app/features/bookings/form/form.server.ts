import { createHash } from "node:crypto";
import { parse, type Submission, type SubmissionResult } from "@conform-to/react";
import { data, redirect, replace } from "react-router";
import { z } from "zod";
import type { Visit, WriteFault } from "#app/access/visit.server.ts";
import { type WeightView, weightView } from "#app/components/cargo-weight-words.ts";
import { formKeyIn, freshKey, type MadeBefore } from "#app/components/form-key.server.ts";
import { faulty } from "#app/components/form-reply.server.ts";
import { type MeasuredRow, newMeasuredRow } from "#app/components/measure-fields.tsx";
import {
  type AddressEntry,
  addressList,
  type BookingContent,
  type BookingDetailData,
  type BookingOptions,
  bookingConflict,
  bookingContent,
  bookingDetail,
  bookingOfForm,
  bookingOptions,
  bookingSaveDraft,
  bookingStart,
  bookingUpdate,
} from "#app/contract/booking.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { LIMITS, partyRoles } from "#app/contract/freight-code.ts";
import { addressId } from "#app/contract/wire.ts";
import { formatInstant, wireToInstant } from "#app/lib/date-time.ts";
import {
  type BookingFields,
  detailHref,
  type FormPath,
  fieldName,
  formPaths,
  keptOver,
  reviewHref,
} from "../booking-fields.ts";
import { contentDifferences, type Difference, pathLabel } from "../content-view.server.ts";
import { faultTexts } from "../review.server.ts";

/** What saving means: a draft, or a change of what has been submitted. */
export type FormPurpose = "draft" | "update" | "amend";

export interface FormStart {
  id: string | null;
  bookingNumber: string | null;
  version: number | null;
  /** Names a draft or template that has no id yet, and stands in the address (contract `bookingSaveDraft`). */
  draftKey: string;
  /** Names this form: its own save before is no other's. */
  editor: string;
  /** What the form of this address has made before. */
  made: MadeBefore | null;
  /** The version in which the last save was brought together with another's. */
  mergedAt: string | null;
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
const idIn = (search: URLSearchParams, name: string) => addressId.safeParse(search.get(name)).data ?? null;

/** Empty, from a template, a copy, a draft, or what was submitted, as the address says. */
export async function formStart(visit: Visit, path: FormPath, url: URL): Promise<FormStart> {
  const search = url.searchParams;
  const id = idIn(search, "id");
  const draftKey = id ? "" : await formKeyIn(visit, url);
  const [choices, origin, made] = await Promise.all([
    formChoices(visit),
    id ? known(visit, id, search) : begun(visit, path, search, draftKey),
    id ? null : madeBefore(visit, "draft", draftKey),
  ]);
  const fields = fieldsOf(origin.content);
  return {
    ...origin.start,
    editor: freshKey(visit),
    made,
    mergedAt: search.get("merged"),
    fields,
    weight: weightOf(visit, fields),
    checked: search.has("check") ? checkedReply(visit, origin.content, fields) : null,
    ...choices,
  };
}

/** The draft or template that the form of an address has made before. */
export async function madeBefore(
  visit: Visit,
  kind: "draft" | "template",
  formKey: string,
): Promise<MadeBefore | null> {
  const found = await visit.readOrRefusal(bookingOfForm, { kind, formKey });
  // A provider that knows the specification only does not know the call.
  return found.isDone ? found.data.made : null;
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
  draftKey: string,
): Promise<{ content: BookingContent; start: Start }> {
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
  const origin = search.get("origin")?.trim();
  const destination = search.get("destination")?.trim();
  if (path === formPaths.online && origin && destination) {
    // A place too long for any booking has none; the form keeps it as it was typed.
    const isPlace = Math.max(origin.length, destination.length) <= PLACE_MAX;
    const found = isPlace
      ? await visit.read(bookingStart, { from: "lane", origin, destination })
      : { content: null, source: null };
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

const PLACE_MAX = 100;

/** What cannot be saved at all, since the contract does not carry it: by the form's field names, in the reader's words. */
export interface FormFaults {
  fieldErrors: Record<string, string[]>;
  /** The first of them with its field, for where there is room for one line. */
  text: string;
}

/** The content out of what the form sent: whole, or with the fields that hold more than a booking carries. */
export function contentOf(
  payload: Record<string, unknown>,
  t: Visit["t"],
): { content: BookingContent; faults: null } | { content: null; faults: FormFaults } {
  const parsed = bookingContent.safeParse(givenOf(payload));
  if (parsed.success) return { content: parsed.data, faults: null };
  const fieldErrors: Record<string, string[]> = {};
  const texts: string[] = [];
  for (const issue of parsed.error.issues) {
    const path = issue.path.join(".");
    const isList = issue.code === "too_big" && issue.origin === "array";
    const maximum = issue.code === "too_big" ? limitOf(issue.path.at(-1), Number(issue.maximum)) : 0;
    const text = t(
      maximum ? (isList ? "freight:fault.tooMany" : "freight:fault.tooLong") : "freight:fault.format",
      {
        maximum,
      },
    );
    fieldErrors[fieldName(path)] = [text];
    texts.push(`${pathLabel(path, t)}: ${text}`);
  }
  return { content: null, faults: { fieldErrors, text: texts[0] ?? "" } };
}

/** A draft may hold more than a submission: told is what has to be reached in the end. */
function limitOf(name: PropertyKey | undefined, carried: number): number {
  const stated = (LIMITS as Record<PropertyKey, unknown>)[name ?? ""];
  return typeof stated === "number" ? Math.min(stated, carried) : carried;
}

function givenOf(payload: Record<string, unknown>): Record<string, unknown> {
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
  return given;
}

const hasAny = (row: Record<string, unknown>, besides: string[]) =>
  Object.entries(row).some(
    ([name, value]) => !besides.includes(name) && typeof value === "string" && value.trim(),
  );

/** What the page shows again after a submit that led nowhere. */
export interface BookingReply {
  reply: SubmissionResult<string[]>;
  requestId: string | null;
  weight: WeightView | null;
  conflict: FormConflict | null;
}

export interface FormConflict {
  title: string;
  text: string;
  version: number;
  differences: Difference[];
  /** The form with what is stored. */
  href: string;
  /** Whose the other version is. */
  theirs: string;
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

  const { content, faults } = contentOf(typed.payload, visit.t);
  if (faults) {
    const reply = typed.reply({ fieldErrors: faults.fieldErrors });
    return data<BookingReply>({ reply, requestId: null, weight, conflict: null }, { status: 400 });
  }
  const saved = await save(visit, form, content);
  if (!saved.isDone) {
    const { data: answer, init } = faulty(typed, saved.fault);
    const conflict =
      saved.fault.code === CODE_CONFLICT ? conflictOf(visit, path, saved.fault, content) : null;
    return data<BookingReply>({ ...answer, weight, conflict }, init ?? undefined);
  }
  if (saved.id === null) {
    visit.session.flash({ kind: "success", key: "draftSaved" });
    return redirect("/booking/index");
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
  /** `id`: null of a new draft whose provider does not say where it is. */
  | { isDone: true; id: string | null; purpose: FormPurpose; version: number; isMerged: boolean }
  | { isDone: false; fault: WriteFault };

/** One key a content: a second try of the same is the same write, and what was typed since is another. */
export function writeKey(form: FormData, content: unknown): string {
  const given = `${form.get("requestId")}\n${versionOf(form)}\n${JSON.stringify(content)}`;
  return createHash("sha256").update(given).digest("base64url");
}

/** What a save says of the form that it comes from (contract `save.ts`). */
export function savedFromOf(form: FormData) {
  const editor = z.string().min(1).max(100).safeParse(form.get("editor")).data ?? null;
  const base = keptOver(intentOf(form)) ? Number(form.get("version")) || 0 : null;
  return { editor, base };
}

/** The hidden fields say which booking, from which version, and what saving means. */
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
    const made = id ?? (await madeBefore(visit, "draft", draftKey))?.id ?? null;
    return { isDone: true, id: made, purpose: "draft", version: version ?? 0, isMerged: false };
  }
  const { id: made, version: reached, merged } = result.data;
  return { isDone: true, id: made, purpose: "draft", version: reached, isMerged: merged !== null };
}

/** What stands there now beside what was typed; null for a refusal of another kind. */
function conflictOf(
  visit: Visit,
  path: FormPath,
  { data }: WriteFault,
  mine: BookingContent,
): FormConflict | null {
  const found = bookingConflict.safeParse(data);
  if (!found.success) return null;
  const { id, version, content, updatedBy, updatedAt, isOwn, fields } = found.data.conflict;
  const time = formatInstant(wireToInstant(updatedAt), visit.clock.zone) ?? "";
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

/** Another person, or the same one in another window. */
export function conflictWords({ t }: Visit, isOwn: boolean): Pick<FormConflict, "title" | "theirs"> {
  return isOwn
    ? { title: t("booking-form:conflict.ownTitle"), theirs: t("booking-form:conflict.own") }
    : { title: t("booking-form:conflict.title"), theirs: t("booking-form:conflict.theirs") };
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
