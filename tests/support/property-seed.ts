import fc from "fast-check";

/**
 * Vitest's set-up: random tests draw the same cases in every run, so that what passes here passes for anyone.
 * `PROPERTY_SEED=random` draws others, to look for faults; a number draws those of a failure that was printed.
 */
const asked = process.env.PROPERTY_SEED ?? "20261123";
if (asked !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(asked) });
