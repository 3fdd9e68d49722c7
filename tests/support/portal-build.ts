import { fileURLToPath } from "node:url";
import { ensureBuild } from "#app/launcher/build.ts";

/** Route tests run the portal as it is built; an old build is made anew first. */
export default async function setup(): Promise<void> {
  const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
  await ensureBuild(root, () => {}, new AbortController().signal);
}
