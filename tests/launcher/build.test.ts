import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensureBuild, stampBuild } from "#app/launcher/build.ts";

const never = new AbortController().signal;
let root: string;

/** A checkout without build tools: an outdated build fails, an up-to-date one is left unchanged. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "fairlead-build-"));
  for (const folder of ["app/routes", "app/provider", "build/server"])
    await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, "app/routes/home.tsx"), "home");
  await writeFile(join(root, "app/provider/server.ts"), "provider");
  await writeFile(join(root, "build/server/index.js"), "built");
  await stampBuild(root);
});
afterEach(() => rm(root, { recursive: true }));

const ensure = () => ensureBuild(root, () => {}, never);

describe("a build", () => {
  it("made from these sources is used", async () => {
    await expect(ensure()).resolves.toBeUndefined();
  });

  it("stays when only the provider changed, which needs none", async () => {
    await writeFile(join(root, "app/provider/server.ts"), "another provider");
    await expect(ensure()).resolves.toBeUndefined();
  });

  it.each([
    ["a source changed", () => writeFile(join(root, "app/routes/home.tsx"), "emoh")],
    ["a source was added", () => writeFile(join(root, "app/routes/new.tsx"), "new")],
    ["a source is gone", () => rm(join(root, "app/routes/home.tsx"))],
    ["nobody knows what it was made from", () => rm(join(root, "build/source-hash"))],
    ["half of it is missing", () => rm(join(root, "build/server"), { recursive: true })],
  ])("is made again when %s", async (_, change) => {
    await change();
    await expect(ensure()).rejects.toThrow(
      "The build is missing or out of date and the build tools are not installed",
    );
  });
});
