import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { tellWork } from "#app/lib/observed.ts";
import { type ArchiveOptions, Archiver } from "./round.ts";

const EVERY_MS = 10_000;
/** A fault that lasts is logged again after so long. */
const SAY_EACH_MS = 15 * 60_000;
/** A place that does not answer must not keep the provider from stopping. */
const STOP_MS = 10_000;

/** Archives every ten seconds until it is stopped, and once more then. */
export function startArchive(options: ArchiveOptions, log: Logger): { stop(): Promise<void> } {
  const archiver = new Archiver(options);
  const { place } = options.store;
  let failingSince: number | undefined;
  let saidAt = 0;
  const step = async () => {
    try {
      const { outcome, base } = await archiver.round(new Date());
      tellWork("job", { name: "archive", outcome: outcome === "busy" ? "idle" : outcome });
      if (base) log.info({ segment: base.segment }, `The database was copied into ${place}`);
      if (failingSince !== undefined) log.info(`The archive in ${place} is continued`);
      failingSince = undefined;
    } catch (error) {
      tellWork("job", { name: "archive", outcome: "failed" });
      const now = Date.now();
      failingSince ??= now;
      if (failingSince !== now && now - saidAt < SAY_EACH_MS) return;
      saidAt = now;
      log.error(
        { err: error },
        `The archive in ${place} is not continued; what is missing follows when it can`,
      );
    }
  };
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await step();
      await sleep(EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
    await step();
    options.store.close();
  })();
  return {
    stop: () => {
      stopping.abort();
      return Promise.race([running, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}
