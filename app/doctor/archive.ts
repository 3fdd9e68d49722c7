import { MINUTE_MS } from "#app/lib/date-time.ts";
import type { ProviderConfig } from "#app/provider/config.ts";
import { openArchive } from "#app/provider/wal-archive/open.ts";
import { readReach, type Stretch } from "#app/provider/wal-archive/reach.ts";
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
    const stretches = (await readReach(store))
      .flatMap((reach) => reach.stretches)
      .sort((one, other) => one.bases[0].at.getTime() - other.bases[0].at.getTime());
    return judge(stretches, store.place, now);
  } catch (error) {
    return fault(
      `${store.place} cannot be read (${reasonOf(error)})`,
      "check ARCHIVE_TO, its owner and permissions, and that its machine is reached",
    );
  } finally {
    store.close();
  }
}

function judge(stretches: readonly Stretch[], place: string, now: Date): Finding {
  const until = stretches.at(-1)?.until;
  if (!until)
    return fault(
      `${place} holds nothing that can be restored up to the present`,
      "start the provider with ARCHIVE_TO, and see its log",
    );
  const lateMs = now.getTime() - until.getTime();
  if (lateMs > LATE_MS)
    return fault(
      `${place} ends ${Math.round(lateMs / MINUTE_MS)} minutes ago`,
      "see the provider's log: most often the place is full or out of reach; npm run db:archive tries it at once",
    );
  const from = stretches.at(-1)!.bases[0].at.toISOString();
  const gaps = stretches.length - 1;
  return gaps === 0
    ? ok(`any time from ${from} on can be restored from ${place}`)
    : warning(
        `any time from ${from} on can be restored from ${place}; before it, log is missing in ${gaps} ${gaps === 1 ? "place" : "places"}`,
        "nothing, after a database was restored; otherwise see why the place was away for so long",
      );
}
