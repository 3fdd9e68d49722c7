import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createVitest, type Vitest } from "vitest/node";
import { tags } from "../../vitest.config.ts";
import { applyMutant, type Mutant, mutantsOf } from "./mutants.ts";
import { type Subject, subjects } from "./subjects.ts";

/**
 * `node tests/mutation/run.ts [--only PART_OF_A_PATH] [--daily]`: changes the files of `subjects.ts` in one place at a time, runs
 * their tests (`--daily`: those of `npm test`, otherwise those of `npm run test:all`), and names each change that no test noticed.
 * Ends with 1 when there is one. The files on disk stay as they are.
 */
const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, daily: { type: "boolean", default: false } },
});
process.env.TEST_ALL = values.daily ? "" : "1";

/** What the next run reads in place of the file. */
const changed = { path: "", text: "" };
const HANGS_MS = 20_000;

async function open(project: Subject["project"]): Promise<Vitest> {
  return createVitest(
    {
      config: false,
      include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
      ...(project === "provider" && { globalSetup: "tests/support/database-server.ts" }),
      watch: false,
      // The file on disk stays the same: a cache by its content would hide every change.
      fsModuleCache: false,
      reporters: [{}],
      testTimeout: HANGS_MS,
      // A slow machine must not be taken for a change that was noticed.
      hookTimeout: 6 * HANGS_MS,
      maxWorkers: 1,
      // One test that fails is enough.
      bail: 1,
      tags,
      ...(values.daily && { tagsFilter: ["!slow and !servers"] }),
    },
    {
      plugins: [
        {
          name: "mutant",
          enforce: "pre",
          transform: (_code, id) =>
            id.split("?")[0] === changed.path ? { code: changed.text, map: null } : undefined,
        },
      ],
    },
  );
}

const isEquivalent = (subject: Subject, line: string, { replacement }: Mutant) =>
  (subject.equivalents ?? []).some(
    (equivalent) => line.includes(equivalent.line) && equivalent.to === replacement,
  );

async function survivorsOf(vitest: Vitest, subject: Subject): Promise<{ tried: number; alive: number }> {
  const path = resolve(subject.file);
  const text = readFileSync(path, "utf8");
  const lines = text.split("\n");
  const specifications = await vitest.globTestSpecifications([...subject.tests]);
  const isNoticed = async (mutant: Mutant | null) => {
    Object.assign(changed, { path, text: mutant ? applyMutant(text, mutant) : text });
    vitest.invalidateFile(path);
    // What failed in the run before would end this one at once.
    vitest.state.idMap.clear();
    vitest.state.filesMap.clear();
    vitest.state.clearErrors();
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    return (
      unhandledErrors.length > 0 || testModules.length === 0 || testModules.some((module) => !module.ok())
    );
  };
  const mustPass = async () => {
    if (await isNoticed(null)) throw new Error(`The tests of ${subject.file} fail without a change`);
  };
  await mustPass();
  const mutants = mutantsOf(subject.file, text).filter(
    (mutant) => !isEquivalent(subject, lines[mutant.line - 1]!, mutant),
  );
  let alive = 0;
  for (const mutant of mutants) {
    if (await isNoticed(mutant)) continue;
    const was = text.slice(mutant.start, mutant.end);
    const change = `${was || "(nothing)"} -> ${mutant.replacement || "(nothing)"}`;
    alive++;
    console.log(
      `unnoticed: ${subject.file}:${mutant.line}  ${change}  in: ${lines[mutant.line - 1]!.trim()}`,
    );
  }
  // What a change leaves behind (a database, a worker) must not be what the next one was noticed by.
  await mustPass();
  changed.path = "";
  vitest.invalidateFile(path);
  return { tried: mutants.length, alive };
}

let tried = 0;
let alive = 0;
for (const project of ["unit", "provider"] as const) {
  const chosen = subjects.filter(
    (subject) => subject.project === project && subject.file.includes(values.only),
  );
  if (chosen.length === 0) continue;
  const vitest = await open(project);
  for (const subject of chosen) {
    const start = performance.now();
    const found = await survivorsOf(vitest, subject);
    const seconds = Math.round((performance.now() - start) / 1_000);
    tried += found.tried;
    alive += found.alive;
    console.log(`${subject.file}: ${found.tried} changes, ${found.alive} unnoticed, ${seconds} s`);
  }
  await vitest.close();
}
console.log(`${tried} changes, ${alive} unnoticed`);
process.exit(alive > 0 ? 1 : 0);
