import { setTimeout as sleep } from "node:timers/promises";

/** `skipped`: the check could not be made, or there is nothing to check; what was found says why. */
export type FindingState = "ok" | "skipped" | "warning" | "fault";

export interface Finding {
  state: FindingState;
  /** What was found, in one line without secrets and without anything about persons. */
  found: string;
  /** What to do; absent where nothing has to be done. */
  todo?: string;
}

export interface Check {
  name: string;
  look(): Promise<Finding>;
  /** The check is given up after it; 10 s by default. */
  withinMs?: number;
}

export interface CheckResult extends Finding {
  check: string;
}

export const ok = (observation: string): Finding => ({ state: "ok", found: observation });
export const skipped = (observation: string): Finding => ({ state: "skipped", found: observation });
export const warning = (observation: string, todo: string): Finding => ({
  state: "warning",
  found: observation,
  todo,
});
export const fault = (observation: string, todo: string): Finding => ({
  state: "fault",
  found: observation,
  todo,
});

const ORDER: readonly FindingState[] = ["skipped", "ok", "warning", "fault"];

/** One finding of several: of the worst state, saying what is as bad as that. */
export function worstOf(findings: readonly [Finding, ...Finding[]]): Finding {
  const state = ORDER[Math.max(...findings.map((each) => ORDER.indexOf(each.state)))]!;
  const worst = findings.filter((each) => each.state === state);
  const todo = [...new Set(worst.flatMap((each) => each.todo ?? []))].join("; ");
  return {
    state,
    found: worst.map(({ found: observation }) => observation).join("; "),
    ...(todo && { todo }),
  };
}

const WITHIN_MS = 10_000;

/** Makes all checks side by side, each within its own time; the results are in the order of the checks. */
export function runChecks(checks: readonly Check[]): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async ({ name, look, withinMs = WITHIN_MS }) => {
      const late = fault(
        `it was not answered within ${withinMs / 1000} s`,
        "look whether the server that is asked hangs, or a firewall drops what is sent to it",
      );
      const looked = look().catch((error) =>
        fault(`the check failed (${reasonOf(error)})`, "report this to the maintainers"),
      );
      const finding = await Promise.race([looked, sleep(withinMs, late, { ref: false })]);
      return { check: name, ...finding };
    }),
  );
}

/**
 * Why something failed, by the codes of the error: what servers say may repeat what was sent to them, passwords
 * among it.
 */
export function reasonOf(error: unknown): string {
  const codes: string[] = [];
  for (let each = error; each instanceof Error && codes.length < 2; each = each.cause) {
    const { code, responseCode } = each as { code?: unknown; responseCode?: number };
    const word = typeof code === "string" ? code : each.name === "Error" ? "" : each.name;
    for (const part of [word, responseCode])
      if (part && !codes.includes(String(part))) codes.push(String(part));
  }
  return codes.join(" ") || "no reason given";
}
