import { expect, test } from "vitest";
import { leaksIn, textsOfDatabase, textsOfTests } from "#tests/support/log-privacy.ts";
import { startProvider } from "#tests/support/provider.ts";

const ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const clean = [
  "Ready: http://localhost:3000",
  '{"level":30,"time":"2026-11-26T10:24:03.330Z","msg":"Server listening at http://127.0.0.1:4000"}',
  `GET /shipments/detail ${ID} 200 5120 - 12.3 ms`,
  `GET /assets/chunk-BcDeFgHiJkLmNoPqRsTuVw12.js ${ID} 200 - - 1.2 ms`,
  `{"level":30,"time":"2026-11-26T09:52:36.047Z","requestId":"${ID}","method":"POST","route":"/api/shipment/list","status":200,"ms":21,"userId":"1"}`,
  `{"level":30,"time":"2026-11-26T09:52:36.047Z","msg":"mail to demo@meridian-retail.example: Reset https://portal.test/resetPassword?token=Secret0Secret0Secret0"}`,
];
const planted: [what: string, line: string][] = [
  ["an e-mail address", "The mail to demo@meridian-retail.example waits"],
  ["a telephone number", "Called +31 20 555 0123"],
  ["a bearer token", "authorization: Bearer abcDEF123456"],
  ["a session's cookie", "cookie: session=eyJhIjoxfQ%3D"],
  ["a query string", `GET /resetPassword?token=abc ${ID} 200`],
  ["a container's number", "Event for MSKU1234565"],
  ["an address of the network", `{"requestId":"${ID}","ip":"203.0.113.9"}`],
  ["an address of the network", `{"requestId":"${ID}","ip":"::1"}`],
  ["a secret", "The key fk_aB3dE5gH7jK9mN1pQ3sT5v was used"],
  ['"Meridian Retail Group"', '{"msg":"Saved","company":"Meridian Retail Group"}'],
  ['"上海贸易有限公司"', '{"company":"上海贸易有限公司"}'],
  ['"maria.ruiz"', '{"userName":"maria.ruiz"}'],
];
const texts = ["127.0.0.1", "Meridian Retail Group", "上海贸易有限公司", "maria.ruiz"];

test("lines of a healthy log pass, and mails that are printed on purpose", () => {
  expect(leaksIn(clean.join("\n"), texts)).toEqual([]);
});

test.each(planted)("a planted line is found: %s", (what, line) => {
  const leaks = leaksIn([...clean, line].join("\n"), texts);
  expect(leaks.map((leak) => leak.what)).toContain(what);
  expect(leaks.map((leak) => leak.line)).toEqual(leaks.map(() => line));
});

test("a text is found as a whole, not inside of a longer one", () => {
  expect(leaksIn("unit maria.ruizz, xmaria.ruiz", texts)).toEqual([]);
});

test("what is looked for comes from the database and from what tests type", async () => {
  const provider = await startProvider({ demo: true });
  try {
    const held = await textsOfDatabase(provider.db);
    for (const text of ["demo@meridian-retail.example", "maria.ruiz@meridian-retail.example"])
      expect(held).toContain(text);
    expect(held.size).toBeGreaterThan(1_000);
    expect([...textsOfTests("tests/e2e")].length).toBeGreaterThan(20);
    // A log with many of them, in a fraction of the time that a run can spare.
    const log = [...held]
      .slice(0, 500)
      .map((text) => JSON.stringify({ text }))
      .join("\n");
    const began = performance.now();
    expect(leaksIn(log, held).length).toBeGreaterThan(100);
    expect(performance.now() - began).toBeLessThan(10_000);
  } finally {
    await provider.stop();
  }
});
