import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimPort } from "#app/launcher/port.ts";
import { keptSessionSecret } from "#app/launcher/session-secret.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fairlead-launcher-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("a port", () => {
  it("in use is reported with the variable that changes it", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    await expect(claimPort("PROVIDER_PORT", port, "127.0.0.1")).rejects.toThrow(
      `Port ${port} is taken: stop the program that uses it, or set PROVIDER_PORT to another port`,
    );
    await new Promise((resolve) => server.close(resolve));
    expect(await claimPort("PROVIDER_PORT", port, "127.0.0.1")).toBe(port);
  });

  it("port 0 becomes a free port", async () => {
    expect(await claimPort("PORT", 0, undefined)).toBeGreaterThan(1023);
  });

  it("on an address of another machine blames HOST", async () => {
    await expect(claimPort("PORT", 0, "192.0.2.1")).rejects.toThrow(/set HOST/);
  });
});

describe("the demo's session secret", () => {
  it("is made once, for its owner's eyes only", async () => {
    const secret = await keptSessionSecret(folder);
    expect(secret.length).toBeGreaterThanOrEqual(64);
    expect(await keptSessionSecret(folder)).toBe(secret);
    expect((await stat(join(folder, "session-secret"))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder, "session-secret"), "utf8")).toBe(secret);
  });

  it("cut short by a crash is not used", async () => {
    await writeFile(join(folder, "session-secret"), "");
    await expect(keptSessionSecret(folder)).rejects.toThrow(/contains no secret: delete it/);
  });

  it("is not looked for in a folder that is none", async () => {
    await writeFile(join(folder, "file"), "");
    await expect(keptSessionSecret(join(folder, "file"))).rejects.toThrow(/or set SESSION_SECRET/);
  });
});
