/** Whether this is `npm run test:all`, which draws more cases, and goes through all where `npm test` takes a part. */
export const isAll = Boolean(process.env.TEST_ALL);

/** How many cases a test with random input draws: `all` in `npm run test:all`, a quarter by day. */
export const draws = (all: number) => (isAll ? all : Math.ceil(all / 4));
