import { defineConfig } from "vitest/config";
import { leftOutOnSecondDatabase } from "./tests/support/second-database.ts";

const common = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // The second that polls have by default is short on a machine that runs two lanes of tests.
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ["tests/support/property-seed.ts"],
  maxWorkers: 2,
  // What each file would import anew takes longer than most files' tests; what tests change they put back.
  isolate: false,
  // Node loads the portal's build: each copy that Vitest transforms costs 40 MB, in the worker and in the main process.
  server: { deps: { external: [/\/build\/server\//] } },
};

/**
 * `unit`: pure code and the portal against a provider in this process. `document`: components in a document without a
 * browser. `provider`: the provider on a real database.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: "unit",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/provider/**", "tests/e2e/**", "tests/bench/**", "tests/operate/**"],
          globalSetup: ["tests/support/database-server.ts", "tests/support/portal-build.ts"],
        },
      },
      {
        test: {
          ...common,
          name: "document",
          include: ["tests/**/*.test.tsx"],
          // React looks for the document when it is loaded, and each file has one of its own.
          isolate: true,
        },
      },
      {
        test: {
          ...common,
          name: "provider",
          include: ["tests/provider/**/*.test.ts"],
          exclude: process.env.TEST_POSTGRES_BIN ? leftOutOnSecondDatabase("tests/provider") : [],
          globalSetup: "tests/support/database-server.ts",
        },
      },
    ],
  },
});
