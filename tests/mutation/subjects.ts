/**
 * What the mutation run changes, and the tests that have to notice: access, states, money, weights, idempotency, scope
 * and log, where a fault costs most.
 */
export interface Subject {
  file: string;
  project: "unit" | "provider";
  tests: readonly string[];
  /** Changes, by the text of their line and what they put in, that nobody can see; each with the reason. */
  equivalents?: readonly { line: string; to: string; why: string }[];
}

export const subjects: readonly Subject[] = [
  {
    file: "app/access/permission.ts",
    project: "unit",
    tests: ["tests/access"],
    equivalents: [{ line: "import.meta.env?.DEV", to: "true", why: "tests run as development does" }],
  },
  {
    file: "app/access/path.ts",
    project: "unit",
    tests: ["tests/access"],
    equivalents: [
      { line: "ungatedSections.some", to: "every", why: "there is one such section" },
      { line: "const bare = prefix.length > 1", to: "2", why: "a prefix of two characters ends in no slash" },
    ],
  },
  { file: "app/access/charges.ts", project: "unit", tests: ["tests/access"] },
  { file: "app/lib/quote-state.ts", project: "unit", tests: ["tests/lib/states.test.ts"] },
  { file: "app/lib/booking-state.ts", project: "unit", tests: ["tests/lib/states.test.ts"] },
  {
    file: "app/lib/money.ts",
    project: "unit",
    tests: ["tests/lib/money.test.ts"],
    equivalents: [
      { line: "if (!formatter)", to: "true", why: "a formatter that is made anew says the same" },
    ],
  },
  {
    file: "app/lib/decimal.ts",
    project: "unit",
    tests: ["tests/lib/decimal.test.ts"],
    equivalents: [
      { line: "Decimal.clone", to: "81", why: "one digit more than anything needs" },
      { line: "PLAIN.test(value)", to: "false", why: "what is read at once is also read after normalizing" },
    ],
  },
  { file: "app/lib/chargeable-weight.ts", project: "unit", tests: ["tests/lib/chargeable-weight.test.ts"] },
  { file: "app/lib/package-weight.ts", project: "unit", tests: ["tests/lib/units.test.ts"] },
  { file: "app/lib/rate-break.ts", project: "unit", tests: ["tests/lib/chargeable-weight.test.ts"] },
  {
    file: "app/lib/free-time.ts",
    project: "unit",
    tests: ["tests/lib/free-time.test.ts"],
    equivalents: [
      { line: "const start = read(eventDay)", to: "1", why: "a millisecond within the day" },
      { line: "let searched = 0", to: "1", why: "a search of one day less in ten years" },
      { line: "searched > LONGEST_SEARCH_DAYS", to: ">=", why: "a search of one day less in ten years" },
    ],
  },
  { file: "app/lib/free-time-charge.ts", project: "unit", tests: ["tests/lib/free-time.test.ts"] },
  {
    file: "app/provider/call/idempotency.ts",
    project: "provider",
    tests: ["tests/provider/call/idempotency.test.ts", "tests/provider/call/at-once.test.ts"],
    equivalents: [
      {
        line: "data === undefined || data === null ?",
        to: "true",
        why: "the steps find the key, and give the answer that was kept with it",
      },
    ],
  },
  { file: "app/provider/call/scope.ts", project: "unit", tests: ["tests/provider/call/scope.test.ts"] },
  { file: "app/provider/call/needs.ts", project: "unit", tests: ["tests/provider/call/needs.test.ts"] },
  {
    file: "app/provider/operation-log/changes.ts",
    project: "unit",
    tests: ["tests/provider/operation-log/changes.test.ts"],
  },
  {
    file: "app/provider/operation-log/log.ts",
    project: "provider",
    tests: ["tests/provider/operation-log/log.test.ts", "tests/provider/operation-log/chain.test.ts"],
    equivalents: [{ line: ".limit(1)", to: "2", why: "the first is taken" }],
  },
  {
    file: "app/provider/operation-log/replay.ts",
    project: "provider",
    tests: ["tests/provider/operation-log/verify.test.ts"],
  },
  {
    file: "app/provider/operation-log/verify.ts",
    project: "provider",
    tests: ["tests/provider/operation-log/verify.test.ts"],
  },
];
