import { defineConfig } from "vitest/config";
import { leftOutOnSecondDatabase, ON_EACH_DATABASE, STATEMENTS } from "./tests/support/second-database.ts";

const SLOW_MS = 600_000;

/** Tests that `npm test` leaves out. */
export const tags = [
  {
    name: "slow",
    description: "takes seconds, by kills, waits, much data or many cases: in npm run test:all",
    timeout: SLOW_MS,
  },
  {
    name: "servers",
    description: "needs a server of the machine that npm test does not install: in npm run test:all",
    timeout: SLOW_MS,
  },
];

const common = {
  testTimeout: 60_000,
  // The first test that needs the demonstration makes it for all files.
  hookTimeout: 180_000,
  // The second that polls have by default is short on a busy machine.
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
 * browser. `provider`: the provider on a real database. `second`: what depends on which PostgreSQL it is, on that of
 * `TEST_POSTGRES_BIN`; only `npm test` runs it, after the provider's tests.
 */
export default defineConfig({
  test: {
    tags,
    projects: [
      {
        test: {
          ...common,
          name: "unit",
          // As the launcher starts the portal: React's other build spends a fifth of a page's time on hints for developers.
          env: { NODE_ENV: "production" },
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
          exclude: [
            STATEMENTS,
            ...(process.env.TEST_POSTGRES_BIN ? leftOutOnSecondDatabase("tests/provider") : []),
          ],
          globalSetup: "tests/support/database-server.ts",
          setupFiles: [...common.setupFiles, "tests/support/noted-statements.ts"],
        },
      },
      ...(process.env.TEST_STATEMENTS && process.env.TEST_POSTGRES_BIN
        ? [
            {
              test: {
                ...common,
                name: "second",
                include: [STATEMENTS, ...ON_EACH_DATABASE],
                globalSetup: "tests/support/database-server.ts",
              },
            },
          ]
        : []),
    ],
  },
});
