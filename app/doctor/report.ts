import { commandEnvironment } from "#app/provider/config.ts";
import type { CheckResult, FindingState } from "./finding.ts";

const WORDS: Record<FindingState, string> = {
  ok: "ok",
  skipped: "skipped",
  warning: "warning",
  fault: "FAULT",
};
const WIDTH = Math.max(...Object.values(WORDS).map((word) => word.length)) + 2;

/** One line a check, and a last one with how many there were of each. */
export function linesOf(results: readonly CheckResult[]): string[] {
  const lines = results.map(
    ({ check, state, found: observation, todo }) =>
      `${WORDS[state].padEnd(WIDTH)}${check}: ${observation}${todo ? `. To do: ${todo}` : ""}`,
  );
  const count = (state: FindingState) => results.filter((each) => each.state === state).length;
  return [
    ...lines,
    `${count("fault")} faults, ${count("warning")} warnings, ${count("ok")} ok, ${count("skipped")} skipped`,
  ];
}

/** The same for programs. */
export function jsonOf(results: readonly CheckResult[]): string {
  return JSON.stringify({ isSound: isSound(results), checks: results }, null, 2);
}

export function isSound(results: readonly CheckResult[]): boolean {
  return results.every(({ state }) => state !== "fault");
}

const SECRET_SETTINGS = ["SESSION_SECRET", "SECRETS_KEY", "SETUP_PASSWORD"];
const SECRET_ADDRESSES = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_READ_URL",
  "SMTP_URL",
  "FILES_S3_URL",
];
const LEAST_LENGTH = 4;

/**
 * Takes out what no report may hold. No check puts it there; a library's message might, some day.
 * @param environment by default the environment, to which reading the settings has added those of the data folder
 */
export function withoutSecrets(text: string, environment: NodeJS.ProcessEnv = commandEnvironment()): string {
  const secrets = [
    ...SECRET_SETTINGS.flatMap((name) => environment[name]?.split(/\s*,\s*/) ?? []),
    ...SECRET_ADDRESSES.flatMap((name) => {
      const url = URL.parse(environment[name] ?? "");
      return url ? [url.password, decoded(url.password)] : [];
    }),
  ].filter((secret) => secret.length >= LEAST_LENGTH);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "(secret)"), text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
