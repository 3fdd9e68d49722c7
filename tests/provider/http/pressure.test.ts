/** @module-tag slow */

import { setTimeout as sleep } from "node:timers/promises";
import type {} from "@fastify/under-pressure";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider({ refusesWhenBusy: true });
});
afterAll(() => provider?.stop());

test("one long task delays others and refuses nobody", async () => {
  const { app, url } = provider;
  // Just after a sample of the event loop: a second then passes without a value.
  const before = app.memoryUsage().rssBytes;
  while (app.memoryUsage().rssBytes === before) await sleep(1);
  const until = performance.now() + 2_200;
  while (performance.now() < until);
  const seen = new Set<number>();
  for (let asked = 0; asked < 30; asked++) {
    seen.add((await fetch(`${url}/health`)).status);
    await sleep(20);
  }
  expect([...seen]).toEqual([200]);
});
