import type { Visit } from "#app/access/visit.server.ts";
import { ownData, retention } from "#app/contract/person.ts";
import { KEPT_MS, type KeptKind } from "#app/lib/retention.ts";

const HOURS_OF_DAYS = 48;

/** How long what is kept, in words. A kind that the portal does not know has no words and is left out. */
export async function loadRetention(visit: Visit) {
  const { kinds } = await visit.read(retention, {});
  return kinds
    .filter(({ kind }) => Object.hasOwn(KEPT_MS, kind))
    .toSorted((one, other) => other.hours - one.hours)
    .map(({ kind, hours }) => ({
      kind: kind as KeptKind,
      time:
        hours < HOURS_OF_DAYS
          ? visit.t("safety:data.hours", { hours })
          : visit.t("safety:data.days", { days: Math.round(hours / 24) }),
    }));
}

/** The person's own data as a file that browsers save. */
export async function ownDataFile(visit: Visit): Promise<Response> {
  const file = await visit.file(ownData, {});
  file.headers.set("content-type", "application/json");
  return file;
}
