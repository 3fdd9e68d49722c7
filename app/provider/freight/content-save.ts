import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { isSame, listDifferingFields, type Merge, mergeThree } from "./three-way.ts";

/** The stored content of a booking, a template or a quote request, and who stored it. */
export interface StoredContent<T> {
  subject: Database["content_save"]["subject"];
  id: string;
  version: number;
  /** The version that stored this content. */
  since: number;
  /** The form that stored it. */
  editor: string | null;
  content: T;
}

/** The content of a save, and the version and form that it is based on (contract `bookingSaveDraft`). */
export interface SentContent<T> {
  version: number | null;
  editor?: string | null;
  base?: number | null;
  content: T;
}

/**
 * Merges a save with the stored content: the sent content if nobody else has saved since, else a three-way
 * merge.
 * @param read parses older stored content; when there are `conflicts`, nothing may be stored
 */
export async function reconcile<T extends object>(
  db: Kysely<Database>,
  stored: StoredContent<T>,
  { version, editor = null, base: over = null, content }: SentContent<T>,
  read: (content: unknown) => T,
): Promise<Merge<T>> {
  const mine = { merged: content, conflicts: [] };
  if (isSame(content, stored.content)) return mine;
  const isOver = version === stored.version;
  if (isOver && over === null) return mine;
  // The form repeats its own save because the answer was lost.
  if (editor !== null && editor === stored.editor) return mine;
  const base = await contentBefore(db, stored, over ?? version, editor);
  const merge = base
    ? mergeThree(read(base), content, stored.content)
    : { merged: content, conflicts: listDifferingFields(content, stored.content) };
  return isOver ? { ...merge, conflicts: [] } : merge;
}

/**
 * The content on which the form is based: the later of the version that it names and the version that it
 * stored last.
 */
async function contentBefore<T>(
  db: Kysely<Database>,
  { subject, id, version: present, since, content }: StoredContent<T>,
  version: number | null,
  editor: string | null,
): Promise<unknown> {
  if (!version && editor === null) return null;
  if (version && version >= since && version <= present) return content;
  const earlierSaves = db
    .selectFrom("content_save")
    .select(["version", "content"])
    .where("subject", "=", subject)
    .where("subject_id", "=", id);
  const own =
    editor === null
      ? undefined
      : await earlierSaves
          .where("editor", "=", editor)
          .orderBy("version", "desc")
          .orderBy("is_sent", "desc")
          .limit(1)
          .executeTakeFirst();
  const named = version
    ? await earlierSaves
        .where("since", "<=", version)
        .where("version", ">=", version)
        .where("is_sent", "=", false)
        .executeTakeFirst()
    : undefined;
  const later = own && (!named || own.version >= named.version) ? own : named;
  return later?.content ?? null;
}

/**
 * Keeps the content that is about to be replaced. For a merged save it keeps also what the form sent, because
 * the form continues from that.
 * @returns the form to be recorded as the author of the stored content: null if it was merged
 */
export async function keepBefore<T extends object>(
  db: Kysely<Database>,
  { subject, id, since, version, editor, content }: StoredContent<T>,
  callerSave: SentContent<T>,
  merged: T,
  now: Date,
): Promise<string | null> {
  const isMerged = !isSame(merged, callerSave.content);
  const about = { subject, subject_id: id, kept_at: now };
  const replaced = { ...about, since, version, editor, content: JSON.stringify(content), is_sent: false };
  const sent = {
    ...about,
    since: version + 1,
    version: version + 1,
    editor: callerSave.editor,
    content: JSON.stringify(callerSave.content),
    is_sent: true,
  };
  await db
    .insertInto("content_save")
    .values(isMerged ? [replaced, sent] : [replaced])
    .onConflict((conflict) => conflict.columns(["subject", "subject_id", "version", "is_sent"]).doNothing())
    .execute();
  return isMerged ? null : (callerSave.editor ?? null);
}
