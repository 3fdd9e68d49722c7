import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ensureBuild, isBuilt } from "#app/launcher/build.ts";

const OTHER_LANE_MS = 90_000;

/** Route tests run the portal as it is built; an old build is made anew first. */
export default async function setup(): Promise<void> {
  const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
  // `npm test` builds on its other lane. Two builds at once empty each other's folder.
  if (process.env.CI)
    for (const end = Date.now() + OTHER_LANE_MS; Date.now() < end && !(await isBuilt(root)); )
      await sleep(500);
  await ensureBuild(root, () => {}, new AbortController().signal);
}
