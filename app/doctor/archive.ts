import { MINUTE_MS } from "#app/lib/date-time.ts";
import type { ProviderConfig } from "#app/provider/config.ts";
import { openArchive } from "#app/provider/wal-archive/open.ts";
import { type Reach, readReach } from "#app/provider/wal-archive/reach.ts";
import { type Finding, fault, ok, reasonOf, skipped, warning } from "./finding.ts";

/** The provider archives every ten seconds; a copy of a large database holds it up. */
const LATE_MS = 15 * MINUTE_MS;

/** Whether any time of the last days can be restored, and up to when. */
export async function lookAtArchive(config: ProviderConfig, now = new Date()): Promise<Finding> {
  const { archiveTo, databaseUrl } = config;
  if (databaseUrl) return skipped("the database is the operator's own: its tools archive it");
  if (!archiveTo)
    return warning(
      "ARCHIVE_TO is not set: what was written since the last backup is lost with the disk",
      "set ARCHIVE_TO to a folder on another disk, or to a bucket",
    );
  const store = openArchive(archiveTo);
  try {
    return judge(await readReach(store), store.place, now);
  } catch (error) {
    return fault(
      `${store.place} cannot be read (${reasonOf(error)})`,
      "check ARCHIVE_TO, its owner and permissions, and that its machine is reached",
    );
  } finally {
    store.close();
  }
}

function judge(lines: readonly Reach[], place: string, now: Date): Finding {
  const last = lines.toSorted((one, other) => one.until.getTime() - other.until.getTime()).at(-1);
  if (!last)
    return fault(
      `${place} holds nothing that can be restored`,
      "start the provider with ARCHIVE_TO and see its log, or run npm run db:archive -- --copy",
    );
  const lateMs = now.getTime() - last.until.getTime();
  if (lateMs > LATE_MS)
    return fault(
      `${place} ends ${Math.round(lateMs / MINUTE_MS)} minutes ago`,
      "see the provider's log: most often the place is full or out of reach; npm run db:archive tries it at once",
    );
  if (!last.isWhole)
    return fault(
      `in ${place} log was removed that the present line needs (${last.line})`,
      "run npm run db:archive -- --copy, and see who removes files there",
    );
  const from = last.bases[0].at.toISOString();
  const ends = lines.filter(({ line }) => line !== last.line).length;
  return ends === 0
    ? ok(`any time from ${from} on can be restored from ${place}`)
    : warning(
        `any time from ${from} on can be restored from ${place}; before it the archive was interrupted ${ends} ${ends === 1 ? "time" : "times"}`,
        "nothing, after a database was restored; otherwise see why the place was away for so long",
      );
}
