import { signIn } from "#app/contract/auth.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { screenCalls } from "./screens.ts";
import type { Finding, Findings, Verdict } from "./walk.ts";

const PLACES_SHOWN = 4;

/** The output of `provider:check`: screen by screen, then the setting. */
export function reportOf(findings: Findings): { lines: string[]; isSound: boolean } {
  const signedIn = findings.get(signIn.name);
  if (signedIn?.verdict !== "works" && signedIn?.verdict !== "read")
    return { lines: [`Nobody can sign in: ${wordsOf(signIn, signedIn)}`], isSound: false };
  const lines = screenCalls.flatMap(({ path, needs, beside, writes }) => {
    const all = [...needs, ...beside, ...writes];
    const verdictOf = ({ name }: Endpoint) => findings.get(name)?.verdict ?? "untried";
    const reported = all.filter((each) => !["works", "untried"].includes(verdictOf(each)));
    const untried = all.filter((each) => verdictOf(each) === "untried");
    return [
      `${path}: ${wordsOfScreen(needs.map(verdictOf), all.map(verdictOf))}`,
      ...reported.map((each) => `    ${wordsOf(each, findings.get(each.name))}`),
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

const isFault = (verdict: Verdict) => verdict === "lacking" || verdict === "broken" || verdict === "refused";

/** By the calls that the screen needs, and by all that it makes. */
function wordsOfScreen(needs: Verdict[], all: Verdict[]): string {
  if (needs.some(isFault)) return "missing";
  if (all.some(isFault)) return "works, but incomplete";
  if (needs.every((verdict) => verdict === "untried")) return "not tried";
  if (needs.includes("closed")) return "not open to this user";
  return needs.includes("there") ? "there, but this user has no record to see it with" : "works";
}

const namesOf = (findings: Findings, verdict: Verdict) =>
  [...findings].flatMap(([name, finding]) => (finding.verdict === verdict ? [name] : []));

const verdictWords: Record<Verdict, string> = {
  works: "works",
  read: "read tolerantly",
  there: "there; no record to see it with",
  closed: "there; not open to this user",
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
  const placeNames = places.slice(0, PLACES_SHOWN).join(", ");
  const more = places.length > PLACES_SHOWN ? ` and ${places.length - PLACES_SHOWN} more` : "";
  return [`${name}: ${verdictWords[finding.verdict]}`, finding.detail, placeNames && placeNames + more]
    .filter(Boolean)
    .join("; ");
}
