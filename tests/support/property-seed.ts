import fc from "fast-check";
import { draws } from "./is-all.ts";

/** What fast-check draws by default. */
const FAST_CHECK_DRAWS = 100;

/**
 * Vitest's set-up: random tests draw the same cases in every run, so that what passes here passes for anyone.
 * `PROPERTY_SEED=random` draws others, to look for faults; a number draws those of a failure that was printed.
 */
const seed = process.env.PROPERTY_SEED ?? "20261123";
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  numRuns: draws(FAST_CHECK_DRAWS),
  ...(seed === "random" ? {} : { seed: Number(seed) }),
});
