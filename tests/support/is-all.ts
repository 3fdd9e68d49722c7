/** Whether this is `npm run test:all`, which draws more cases, and goes through all where `npm test` takes a part. */
export const isAll = Boolean(process.env.TEST_ALL);

/** How many cases a test with random input draws: `all` in `npm run test:all`, a quarter by day. */
export const draws = (all: number) => (isAll ? all : Math.ceil(all / 4));

/** The cases of a table: all in `npm run test:all`, by day the first and each `step`th after it. */
export function casesByDay<T>(all: readonly T[], step: number): T[] {
  return all.filter((_, index) => isAll || index % step === 0);
}
