import { signIn } from "#app/contract/auth.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { screenCalls } from "#app/contract/screen-calls.ts";
import type { Finding, Findings, Verdict } from "./walk.ts";

const PLACES_SHOWN = 4;

/** The output of `provider:check`: screen by screen, then the setting. */
export function reportOf(findings: Findings): { lines: string[]; isSound: boolean } {
  const signedIn = findings.get(signIn.name);
  if (signedIn?.verdict !== "works" && signedIn?.verdict !== "read")
    return { lines: [`Nobody can sign in: ${wordsOf(signIn, signedIn)}`], isSound: false };
  const lines = screenCalls.flatMap(({ path, needs, beside = [], writes = [] }) => {
    const all = [...needs, ...beside, ...writes];
    const faults = all.filter((each) => isFault(findings.get(each.name)?.verdict));
    const verdict = needs.some((each) => faults.includes(each))
      ? "missing"
      : faults.length > 0
        ? "works, but incomplete"
        : needs.every((each) => (findings.get(each.name)?.verdict ?? "untried") === "untried")
          ? "not tried"
          : "works";
    const told = all.filter((each) => {
      const finding = findings.get(each.name);
      return finding && finding.verdict !== "works" && finding.verdict !== "untried";
    });
    const untried = all.filter((each) => (findings.get(each.name)?.verdict ?? "untried") === "untried");
    return [
      `${path}: ${verdict}`,
      ...told.map((each) => `    ${wordsOf(each, findings.get(each.name))}`),
      ...(untried.length > 0 ? [`    not tried: ${untried.map(({ name }) => name).join(", ")}`] : []),
    ];
  });
  const lacking = namesOf(findings, "lacking");
  const broken = namesOf(findings, "broken");
  return {
    lines: [
      ...lines,
      "",
      ...(broken.length > 0 ? [`Cannot be read: ${broken.join(", ")}`] : []),
      `PROVIDER_LACKS=${lacking.join(",")}`,
    ],
    isSound: broken.length === 0,
  };
}

const isFault = (verdict: Verdict | undefined) =>
  verdict === "lacking" || verdict === "broken" || verdict === "refused";

const namesOf = (findings: Findings, verdict: Verdict) =>
  [...findings].flatMap(([name, finding]) => (finding.verdict === verdict ? [name] : []));

const verdictWords: Record<Verdict, string> = {
  works: "works",
  read: "read tolerantly",
  lacking: "not there",
  refused: "refused",
  broken: "cannot be read",
  untried: "not tried",
};

function wordsOf({ name }: Endpoint, finding: Finding | undefined): string {
  if (!finding) return `${name}: not tried`;
  const places = [
    ...new Set(finding.notes.map(({ path, kind }) => `${path.replace(/\.?\d+(?=\.|$)/g, "[]")} ${kind}`)),
  ];
  const shown = places.slice(0, PLACES_SHOWN).join(", ");
  const more = places.length > PLACES_SHOWN ? ` and ${places.length - PLACES_SHOWN} more` : "";
  return [`${name}: ${verdictWords[finding.verdict]}`, finding.detail, shown && shown + more]
    .filter(Boolean)
    .join("; ");
}
