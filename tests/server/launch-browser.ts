import { type Browser, chromium } from "@playwright/test";
import { BROWSER_ARGUMENTS, findBrowser } from "#tests/support/machine.ts";

/** A browser by whatever this machine has. `lan.test` is this machine, and a page of it plain http without privileges. */
export function launchBrowser(): Promise<Browser> {
  const found = findBrowser();
  return chromium.launch({
    executablePath: found === "own" ? undefined : found,
    args: [...BROWSER_ARGUMENTS, "--host-resolver-rules=MAP lan.test 127.0.0.1"],
  });
}
