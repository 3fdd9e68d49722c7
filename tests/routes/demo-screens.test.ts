import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { DAY_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { catchUp } from "#app/provider/demo/catch-up.ts";
import { loadDemo } from "#app/provider/demo/load.ts";
import { createRandom } from "#app/provider/demo/random.ts";
import { contradictions } from "#tests/support/demo-screens.ts";
import { sessionIn, startPortal } from "#tests/support/portal.ts";
import { startProvider } from "#tests/support/provider.ts";

afterEach(() => vi.useRealTimers());

/**
 * New Year's Eve, checked at once and three weeks later. With `DEMO_MOMENTS=500` (`tests/bench/demo-moments.ts`)
 * ends of months and years, and random times within two years; every tenth is checked sixty days later too.
 * `DEMO_MOMENTS_FROM` and `DEMO_MOMENTS_TO` are the batch of one process, which keeps what each portal has imported.
 */
const count = Number(process.env.DEMO_MOMENTS ?? 1);
const random = createRandom(500);
const moments = [
  "2026-12-31T22:30:00Z",
  "2027-02-28T23:59:00Z",
  "2028-02-29T12:00:00Z",
  "2027-03-28T01:30:00Z",
  ...Array.from({ length: Math.max(0, count - 4) }, () =>
    new Date(Date.UTC(2026, 0, 1) + random.int(0, 730 * 24 * 60) * MINUTE_MS).toISOString(),
  ),
].slice(0, count);
const lot = moments
  .map((moment, index) => ({ moment, days: index % 10 === 0 ? [0, count > 1 ? 60 : 21] : [0] }))
  .slice(Number(process.env.DEMO_MOMENTS_FROM ?? 0), Number(process.env.DEMO_MOMENTS_TO ?? count));

test.each(lot)(
  "no page of the demonstration made for $moment contradicts another, $days days later",
  { tags: "slow", timeout: 900_000 },
  async ({ moment, days }) => {
    const seededAt = new Date(moment);
    // Only dates are faked: timers of database and portal keep running.
    vi.useFakeTimers({ toFake: ["Date"], now: seededAt });
    const provider = await startProvider();
    try {
      await loadDemo(provider.db, { today: seededAt, shipments: 45, log: pino({ level: "silent" }) });
      const portal = await startPortal(provider);
      for (const later of days) {
        const now = new Date(seededAt.getTime() + later * DAY_MS);
        vi.setSystemTime(now);
        await catchUp(provider.db, now);
        const browser = await portal.signedIn("demo");
        const { token } = sessionIn(browser);
        expect(
          await contradictions({
            browser,
            provider,
            token,
            now,
            shipments: count > 1 ? 30 : 15,
            papersOf: 5,
          }),
          `after ${later} days`,
        ).toEqual([]);
      }
    } finally {
      await provider.stop();
    }
  },
);
