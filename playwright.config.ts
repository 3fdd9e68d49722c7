import { defineConfig, devices } from "@playwright/test";
import { isAll } from "#tests/support/is-all.ts";
import { BROWSER_ARGUMENTS, findBrowser } from "#tests/support/machine.ts";

const browser = findBrowser();

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/e2e/support/start-product.ts",
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // `npm run test:all` runs these too.
  grepInvert: isAll ? undefined : /@all/,
  // Browsers, servers and databases share two cores there. `tests/run.ts` names what needed the second try.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.CI ? [["line"], ["json"]] : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    locale: "en-US",
    timezoneId: "Europe/Amsterdam",
    // What passes through a service worker is out of the tests' sight: only its own test has one.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    launchOptions: {
      args: BROWSER_ARGUMENTS,
      executablePath: browser === "own" ? undefined : browser,
    },
  },
  projects: [
    // First, since its walk over all pages is the longest test.
    { name: "once", testMatch: "once/**/*.spec.ts" },
    { name: "scripts-on", testMatch: "journeys/**/*.spec.ts" },
    {
      name: "scripts-off",
      testMatch: "journeys/**/*.spec.ts",
      use: { javaScriptEnabled: false },
      grep: isAll ? undefined : /@without-scripts/,
    },
  ],
});
