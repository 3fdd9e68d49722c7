import type { Kysely } from "kysely";
import type { z } from "zod";
import type { templateDetail, templateList, templateRemove, templateSave } from "#app/contract/booking.ts";
import { CODE_CONFLICT, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { type Caller, type CallerContext, Refusal } from "../http/handler.ts";
import { contentOf } from "./store.ts";

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

export async function listTemplates(
  { page, pageSize }: z.output<typeof templateList.request>,
  { db, caller }: CallerContext,
): Promise<z.input<typeof templateList.response>> {
  const own = db.selectFrom("booking_template").where("company_id", "=", caller.companyId);
  const { total } = await own.select((eb) => eb.fn.countAll<string>().as("total")).executeTakeFirstOrThrow();
  const rows = await own
    .select(["id", "name", "created_at", "content"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    rows: rows.map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: instantToWire(row.created_at)!,
      transportMode: row.content.transportMode,
    })),
    total: Number(total),
    isTotalCapped: false,
  };
}

export async function readTemplate(
  { id }: z.output<typeof templateDetail.request>,
  { db, caller }: CallerContext,
): Promise<z.input<typeof templateDetail.response>> {
  const row = await findTemplate(db, caller, id);
  return { id, name: row.name, version: row.version, content: contentOf(row) };
}

export async function saveTemplate(
  { id, version, name, content }: z.output<typeof templateSave.request>,
  { db, caller, now }: CallerContext,
): Promise<z.input<typeof templateSave.response>> {
  const given = { name, content: JSON.stringify(content) };
  if (id === null) {
    return db
      .insertInto("booking_template")
      .values({ ...given, company_id: caller.companyId, created_by_name: caller.name, created_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
  }
  const row = await findTemplate(db, caller, id, { isLocked: true });
  if (row.version !== version) {
    const data = { version: row.version, name: row.name, content: contentOf(row) };
    throw new Refusal(CODE_CONFLICT, "templateChanged", { data });
  }
  await db
    .updateTable("booking_template")
    .set({ ...given, version: row.version + 1 })
    .where("id", "=", id)
    .execute();
  return { id };
}

export async function removeTemplate(
  { id }: z.output<typeof templateRemove.request>,
  { db, caller }: CallerContext,
): Promise<null> {
  await findTemplate(db, caller, id, { isLocked: true });
  await db.deleteFrom("booking_template").where("id", "=", id).execute();
  return null;
}
