import { loadChunk } from "#app/lib/load-chunk.ts";
import type { LiveStore } from "./live-store.ts";

/** Gives what takes changed shipments. What loads pages again comes with the first of them. */
export function refresherOnDemand(
  store: LiveStore,
  isStopped: () => boolean,
): (ids: readonly string[] | null) => Promise<void> {
  return async (ids) => {
    const module = await loadChunk(() => import("./refresher.tsx"));
    if (!module || isStopped()) return;
    module.tellChanged(ids);
    if (!store.view.Refresher) store.change({ Refresher: module.Refresher });
  };
}
