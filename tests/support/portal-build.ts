import { fileURLToPath } from "node:url";
import { ensureBuild } from "#app/launcher/build.ts";

/** Route tests run the built portal; an outdated build is rebuilt first. */
export default async function setup(): Promise<void> {
  const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
  await ensureBuild(root, () => {}, new AbortController().signal);
}
