import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** `npm run test:operate`: several processes of everything, which takes minutes. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["tests/operate/**/*.test.ts"],
    testTimeout: 900_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // They measure times of a whole cluster: one after the other.
    fileParallelism: false,
    globalSetup: ["tests/support/database-server.ts", "tests/support/portal-build.ts"],
    // The figures are what a person reads it for.
    disableConsoleIntercept: true,
  },
});
