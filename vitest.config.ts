import { defineConfig } from "vitest/config";

/** `unit`: pure code and the portal against a provider in this process. `provider`: the provider on a real database. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
          exclude: ["tests/provider/**", "tests/e2e/**", "tests/bench/**"],
          globalSetup: ["tests/support/database-server.ts", "tests/support/portal-build.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // The second that polls have by default is short on a machine that runs two lanes of tests.
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "provider",
          include: ["tests/provider/**/*.test.ts"],
          globalSetup: "tests/support/database-server.ts",
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // The second that polls have by default is short on a machine that runs two lanes of tests.
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
});
