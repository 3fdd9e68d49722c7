import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { readLaunchSettings } from "#app/launcher/settings.ts";

describe("launch settings", () => {
  it("have defaults: portal on 3000, provider on 4000, data in .data, a generated secret of the demo", () => {
    const settings = readLaunchSettings([], {});
    expect(settings.port).toBe(3000);
    expect(settings.provider?.port).toBe(4000);
    expect(settings.dataDir).toBe(`${process.cwd()}/.data`);
    expect(settings.sessionSecret).toBeUndefined();
    expect(settings.isDev).toBe(false);
  });

  it("starts no provider where API_URL names one", () => {
    const upstream = { API_URL: "https://a.example/api", TRACKING_API_URL: "https://a.example/tracking" };
    expect(readLaunchSettings([], upstream).provider).toBeUndefined();
  });

  it("serve the portal from all cores but one, from so many as are named, and in development from one", () => {
    const processes = (given: NodeJS.ProcessEnv, ...args: string[]) =>
      readLaunchSettings(args, given).portalProcesses;
    const auto = Math.min(64, Math.max(1, availableParallelism() - 1));
    expect([processes({}), processes({ PORTAL_PROCESSES: "auto" })]).toEqual([auto, auto]);
    expect(["1", "3", "64"].map((given) => processes({ PORTAL_PROCESSES: given }))).toEqual([1, 3, 64]);
    expect(processes({ PORTAL_PROCESSES: "3" }, "--dev")).toBe(1);
  });

  it.each([
    ["no process", [], { PORTAL_PROCESSES: "0" }, /^PORTAL_PROCESSES is malformed: give auto or a number/],
    ["more processes than it can start", [], { PORTAL_PROCESSES: "65" }, /^PORTAL_PROCESSES is malformed/],
    ["half a process", [], { PORTAL_PROCESSES: "1.5" }, /^PORTAL_PROCESSES is malformed/],
    ["a production without its secret", [], { NODE_ENV: "production" }, /^SESSION_SECRET is missing/],
    ["an empty secret in production", [], { NODE_ENV: "production", SESSION_SECRET: " " }, /^SESSION_SECRET/],
    ["a port that is none", [], { PORT: "http" }, /^PORT is malformed/],
    ["a provider port out of range", [], { PROVIDER_PORT: "70000" }, /^PROVIDER_PORT is malformed/],
    ["one port for both", [], { PORT: "4000" }, /^PORT and PROVIDER_PORT are both 4000/],
    ["half an upstream", [], { API_URL: "http://a.example/api" }, /TRACKING_API_URL/],
    ["the other half", [], { TRACKING_API_URL: "http://a.example/tracking" }, /without API_URL/],
    ["an option that is not there", ["--prod"], {}, /^--prod is not an option/],
  ])("refuses %s in one line", (_, args, environment, message) => {
    const read = () => readLaunchSettings(args, environment as NodeJS.ProcessEnv);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/\n/);
  });
});
