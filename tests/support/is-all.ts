/** Whether this is `npm run test:all`, which draws more cases, and goes through all where `npm test` takes a part. */
export const isAll = Boolean(process.env.TEST_ALL);
