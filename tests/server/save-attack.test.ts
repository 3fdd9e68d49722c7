import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { seeded } from "#tests/support/faulty-link.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { attackSaves } from "#tests/support/save-attack.ts";
import { type ServedPortal, servePortal } from "./serve.ts";

/** The short form of `tests/bench/drafts-attack.ts`. */
let provider: TestProvider;
let portal: ServedPortal;

beforeAll(async () => {
  provider = await startProvider();
  const { apiUrl, trackingUrl } = provider;
  portal = await servePortal({ API_URL: apiUrl, TRACKING_API_URL: trackingUrl, LOG_LEVEL: "silent" });
});
afterAll(async () => {
  await portal?.stop();
  await provider?.stop();
});

test("two windows and two people of the same name on a bad link lose, duplicate and silently overwrite nothing", {
  tags: "slow",
}, async () => {
  const { lost, doubled, overwritten, faults, ...told } = await attackSaves({
    db: provider.db,
    providerUrl: provider.url,
    portalUrl: `http://127.0.0.1:${portal.port}`,
    rounds: 20,
    random: seeded(20_261_121),
  });
  expect(faults).toEqual([]);
  expect({ lost, doubled, overwritten }).toEqual({ lost: 0, doubled: 0, overwritten: 0 });
  // The weather was bad, and the forms did meet.
  for (const figure of [told.saved, told.toldOfAnother, told.unanswered, told.befallen.lostAnswers])
    expect(figure).toBeGreaterThan(10);
  expect((await verifyChains(provider.db)).broken).toBeNull();
});
