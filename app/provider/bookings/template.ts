import type { Kysely, Selectable } from "kysely";
import type { z } from "zod";
import type { BookingContent } from "#app/contract/booking.ts";
import type {
  templateConflict,
  templateDetail,
  templateList,
  templateRemove,
  templateSave,
} from "#app/contract/booking-template.ts";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { inCodes } from "#app/lib/booking-codes.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { withNotifyParty } from "#app/lib/notify-party.ts";
import type { Caller, CallerContext } from "../call/context.ts";
import { cutPage, readCursor, sliceOf } from "../call/page.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { keepBefore, reconcile, type StoredContent } from "../freight/content-save.ts";
import { isSame } from "../freight/three-way.ts";
import { personName } from "../texts/message.ts";
import { contentOf, readContent } from "./store.ts";

export async function findTemplate(
  db: Kysely<Database>,
  caller: Caller,
  id: string,
  { isLocked = false } = {},
) {
  const row = await db
    .selectFrom("booking_template")
    .selectAll()
    .where("id", "=", id)
    .where("company_id", "=", caller.companyId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row;
}

const CURSOR_NAME = "templates";

export async function listTemplates(
  criteria: z.output<typeof templateList.request>,
  { db, caller, language }: CallerContext,
): Promise<z.input<typeof templateList.response>> {
  const own = db.selectFrom("booking_template").where("company_id", "=", caller.companyId);
  const { total } = await own.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const after = readCursor(criteria, CURSOR_NAME, language);
  const isByCursor = criteria.cursor !== undefined;
  const { limit, offset } = sliceOf(criteria);
  const templates = await own
    .select(["id", "name", "created_at", "content"])
    .$if(after !== null, (query) => query.where("id", ">", after!))
    .$if(!isByCursor, (query) => query.orderBy("created_at", "desc"))
    .orderBy("id", isByCursor ? "asc" : "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { rows, next } = cutPage(templates, criteria, CURSOR_NAME, ({ id }) => id);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: instantToWire(row.created_at)!,
      transportMode: row.content.transportMode,
    })),
    total: Number(total),
    isTotalCapped: false,
    ...next,
  };
}

export async function readTemplate(
  { id }: z.output<typeof templateDetail.request>,
  { db, caller }: CallerContext,
): Promise<z.input<typeof templateDetail.response>> {
  const row = await findTemplate(db, caller, id);
  return { id, name: row.name, version: row.version, content: contentOf(row) };
}

type TemplateRow = Selectable<Database["booking_template"]>;
type Named = { name: string; content: BookingContent };

/** Like `saveDraft`: merges with what others have saved, and a form that is sent twice creates one template. */
export async function saveTemplate(
  { id, version, editor, base, formKey, name, content: sent }: z.output<typeof templateSave.request>,
  context: CallerContext,
): Promise<z.input<typeof templateSave.response>> {
  const { db, caller, now } = context;
  const content = withNotifyParty(inCodes(sent));
  const by = { editor: editor ?? null, updated_by: caller.userId, updated_by_name: caller.name };
  if (id === null) {
    const columns = {
      name,
      content: JSON.stringify(content),
      company_id: caller.companyId,
      form_key: formKey ?? null,
    };
    const made = await db
      .insertInto("booking_template")
      .values({ ...columns, ...by, created_by_name: caller.name, created_at: now })
      .onConflict((conflict) => conflict.columns(["company_id", "form_key"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (made) return made;
  }
  const row = await findTemplate(db, caller, id ?? (await idOfForm(db, caller, formKey)), { isLocked: true });
  const present: Named = { name: row.name, content: contentOf(row) };
  const mine: Named = { name, content };
  const stored: StoredContent<Flat> = {
    subject: "booking_template",
    id: row.id,
    version: row.version,
    since: row.content_since,
    editor: row.editor,
    content: flat(present),
  };
  const callerSave = { version, editor, base, content: flat(mine) };
  const { merged: both, conflicts } = await reconcile(
    db,
    stored,
    callerSave,
    (storedSave) => storedSave as Flat,
  );
  const merged: Flat = { templateName: both.templateName, ...withNotifyParty(both) };
  if (conflicts.length > 0) throw refusalOf(row, present, conflicts, context);
  const { templateName, ...next } = merged;
  const isMerged = !isSame(merged, callerSave.content);
  if (isSame(merged, stored.content)) return { id: row.id, isMerged };
  const storedBy = await keepBefore(db, stored, callerSave, merged, now);
  await db
    .updateTable("booking_template")
    .set({
      ...by,
      editor: storedBy,
      name: templateName,
      content: JSON.stringify(readContent(next)),
      version: row.version + 1,
      content_since: row.version + 1,
    })
    .where("id", "=", row.id)
    .execute();
  return { id: row.id, isMerged };
}

/** The content with the template's name as one more field of the form. */
type Flat = BookingContent & { templateName: string };
const flat = ({ name, content }: Named): Flat => ({ ...content, templateName: name });

async function idOfForm(
  db: Kysely<Database>,
  caller: Caller,
  formKey: string | null = null,
): Promise<string> {
  const { id } = await db
    .selectFrom("booking_template")
    .select("id")
    .where("company_id", "=", caller.companyId)
    .where("form_key", "=", formKey)
    .executeTakeFirstOrThrow();
  return id;
}

function refusalOf(
  row: TemplateRow,
  present: Named,
  fields: string[],
  { caller, language }: CallerContext,
): Refusal {
  const isOwn = row.updated_by === caller.userId;
  const updatedBy = personName(row.updated_by_name ?? row.created_by_name, language);
  const data: z.input<typeof templateConflict> = {
    conflict: { id: row.id, version: row.version, ...present, updatedBy, isOwn, fields },
  };
  return new Refusal(CODE_CONFLICT, isOwn ? "templateChangedByYou" : "templateChanged", { data });
}

export async function removeTemplate(
  { id }: z.output<typeof templateRemove.request>,
  { db, caller }: CallerContext,
): Promise<null> {
  await findTemplate(db, caller, id, { isLocked: true });
  await db.deleteFrom("booking_template").where("id", "=", id).execute();
  const contentSaves = db.deleteFrom("content_save").where("subject", "=", "booking_template");
  await contentSaves.where("subject_id", "=", id).execute();
  return null;
}
