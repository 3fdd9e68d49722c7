import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID } from "#app/contract/code.ts";
import type { CannedAnswer, deskAnswerRemove, deskAnswerSave } from "#app/contract/desk-talk.ts";
import { minuteToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { message } from "../texts/message.ts";
import { filesOfAnswers, removeFilesOfAnswer } from "./answer-files.ts";

const ANSWERS_MAX = 200;

export async function listAnswers(db: Kysely<Database>): Promise<CannedAnswer[]> {
  const rows = await db
    .selectFrom("desk_answer")
    .selectAll()
    .orderBy(sql`lower(name)`)
    .limit(ANSWERS_MAX)
    .execute();
  const files = await filesOfAnswers(db);
  return rows.map(({ id, name, body_en, body_zh, version }) => ({
    id,
    name,
    version,
    files: files.get(id) ?? [],
    en: body_en,
    zh: body_zh,
  }));
}

/** @throws Refusal 400 for a name that another answer has; 409 when somebody else has changed or removed it */
export async function saveAnswer(
  { id, version, name, en, zh }: z.output<typeof deskAnswerSave.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now, language } = context;
  const known = await db
    .selectFrom("desk_answer")
    .select("id")
    .where(sql`lower(name)`, "=", name.toLowerCase())
    .$if(id !== null, (query) => query.where("id", "<>", id!))
    .executeTakeFirst();
  if (known) {
    const text = message("deskAnswerNamed", language);
    throw new Refusal(CODE_INVALID, "invalid", { data: { fields: [{ path: "name", message: text }] } });
  }
  const content = { name, body_en: en, body_zh: zh, changed_by: caller.name, changed_at: now };
  if (id === null) {
    await db.insertInto("desk_answer").values(content).execute();
    return null;
  }
  const changed = await db
    .updateTable("desk_answer")
    .set({ ...content, version: sql<number>`version + 1` })
    .where("id", "=", id)
    .where("version", "=", version ?? 0)
    .returning("id")
    .executeTakeFirst();
  if (!changed) throw await changedMeanwhile(id, context);
  return null;
}

/** @throws Refusal 409 when somebody else has changed or removed it */
export async function removeAnswer(
  { id, version }: z.output<typeof deskAnswerRemove.request>,
  context: CallerContext,
): Promise<null> {
  const removed = await context.db
    .deleteFrom("desk_answer")
    .where("id", "=", id)
    .where("version", "=", version)
    .returning("id")
    .executeTakeFirst();
  if (!removed) throw await changedMeanwhile(id, context);
  await removeFilesOfAnswer(context, id);
  return null;
}

async function changedMeanwhile(id: string, { db }: CallerContext): Promise<Refusal> {
  const row = await db
    .selectFrom("desk_answer")
    .select(["changed_by", "changed_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row
    ? new Refusal(CODE_CONFLICT, "deskAnswerChanged", {
        values: { actor: row.changed_by, time: minuteToWire(row.changed_at) },
      })
    : new Refusal(CODE_CONFLICT, "deskAnswerGone");
}
