import type { Visit } from "#app/access/visit.server.ts";
import type { OfflineCopy } from "./offline-copy.tsx";

/** For a page that is kept for times without a network. @param path under which it is kept, with its query */
export function offlineCopy({ stamp, t }: Visit, path: string): OfflineCopy {
  const at = stamp(new Date());
  return { path, at, note: t("offline:note", { at }) };
}
