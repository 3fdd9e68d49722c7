import { join } from "node:path";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import type { ProviderConfig } from "#app/provider/config.ts";
import { countBehind, FULL_WITHIN_MS, limitOf, oldestBehind } from "#app/provider/event-contents/behind.ts";
import { ContentDamaged, readLines } from "#app/provider/event-contents/content-file.ts";
import { folderStore } from "#app/provider/file-store/folder.ts";
import { s3Store } from "#app/provider/file-store/s3.ts";
import { FileMissing, type FileStore } from "#app/provider/file-store/store.ts";
import { hasTable, type OpenedDatabase } from "./database.ts";
import { type Finding, fault, ok, reasonOf, skipped, warning, worstOf } from "./finding.ts";
import type { Subject } from "./subject.ts";

/** A file fills for so long, and then the job has to find time. */
const BEHIND_MS = FULL_WITHIN_MS + DAY_MS;

interface ContentFile {
  storage_key: string;
  sha256: Buffer;
  moved_at: Date;
}

/** Whether what carriers sent long ago has moved into files, and whether the first and the last of these can be read. */
export async function lookAtEventContents(
  opened: OpenedDatabase,
  subject: Pick<Subject, "dataDir">,
  { eventContentMonths: months, filesS3Url }: ProviderConfig,
): Promise<Finding> {
  if (!(await hasTable(opened, "event_walk")))
    return skipped("the database has no files of contents yet: see its migrations");
  const [count] = await opened.rows<{ files: number }>(
    "select count(*)::int as files from event_file where moved_at is not null",
  );
  const files = count!.files;
  if (files === 0 && !months)
    return skipped("EVENT_CONTENT_MONTHS is not set: what carriers sent stays in the database");
  const ends = await opened.rows<ContentFile>(`
    (select storage_key, sha256, moved_at from event_file where moved_at is not null order by id limit 1) union
    (select storage_key, sha256, moved_at from event_file where moved_at is not null order by id desc limit 1)
    order by moved_at`);
  const progress = months
    ? await judge(opened, { months, now: new Date(), files, last: ends.at(-1)?.moved_at })
    : ok(`EVENT_CONTENT_MONTHS is not set: nothing more moves into the ${files} files that there are`);
  return worstOf([progress, await readEnds(ends, subject.dataDir, filesS3Url)]);
}

async function judge(
  { db }: OpenedDatabase,
  { months, now, files, last }: { months: number; now: Date; files: number; last: Date | undefined },
): Promise<Finding> {
  const oldest = await oldestBehind(db, { months, now });
  if (!oldest) return ok(`all that is older than ${months} months is in ${files} files`);
  const { count, isAll } = await countBehind(db, { months, now });
  const contents = `${count}${isAll ? "" : " or more"} contents are older than ${months} months`;
  const behindMs = limitOf(months, now).getTime() - oldest.getTime();
  const days = Math.floor(behindMs / DAY_MS);
  if (behindMs <= BEHIND_MS) return ok(`${contents} by up to ${days} days, and wait for a file to fill`);
  const observation = `${contents} by up to ${days} days`;
  const sinceMs = last ? now.getTime() - last.getTime() : Number.POSITIVE_INFINITY;
  if (sinceMs < HOUR_MS)
    return ok(
      `${observation}; they are being moved, the last file ${Math.floor(sinceMs / MINUTE_MS)} minutes ago`,
    );
  return warning(
    observation,
    "look whether a provider runs with EVENT_CONTENT_MONTHS, and what its log says of contents that could not be moved: most often the store of files is full, away or refuses (see storage)",
  );
}

/** A store that keeps new files may still be another than the one that the old ones are in. */
async function readEnds(
  ends: readonly ContentFile[],
  dataDir: string,
  filesS3Url: string | undefined,
): Promise<Finding> {
  const bucket = filesS3Url ? s3Store(filesS3Url) : undefined;
  const store: FileStore = bucket ?? folderStore(join(dataDir, "files"));
  const place = filesS3Url ? "the bucket of FILES_S3_URL" : join(dataDir, "files");
  try {
    for (const file of ends) {
      const finding = await readOne(store, file, place);
      if (finding) return finding;
    }
    return ok(ends.length > 0 ? "the first and the last can be read" : "there is none yet");
  } finally {
    bucket?.close();
  }
}

async function readOne(store: FileStore, file: ContentFile, place: string): Promise<Finding | undefined> {
  const key = file.storage_key;
  try {
    await readLines(store, file);
    return undefined;
  } catch (error) {
    if (error instanceof FileMissing)
      return fault(
        `${place} has no ${key}, which holds contents of events`,
        "let FILES_S3_URL or DATA_DIR lead to the store that the files were written to, or copy or restore them from there",
      );
    if (error instanceof ContentDamaged)
      return fault(
        `${key} in ${place} is not what was written, and holds contents of events`,
        "restore the file from a backup, and see who writes there",
      );
    return warning(
      `${key} in ${place} cannot be read (${reasonOf(error)})`,
      "see storage; in a folder ask as the user of the programs",
    );
  }
}
