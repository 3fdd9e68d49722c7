import packageFile from "../../package.json" with { type: "json" };
import { ask, type HttpAnswer } from "./ask.ts";
import { type Finding, fault, ok, reasonOf, warning } from "./finding.ts";
import type { Subject } from "./subject.ts";

const READY = "/health/ready";

/** Asks both programs whether they are ready, at their own addresses. */
export const askPortal = ({ portalUrl }: Subject): Promise<HttpAnswer> => ask(`${portalUrl}${READY}`);
export const askProvider = ({ providerUrl }: Subject): Promise<HttpAnswer> => ask(`${providerUrl}${READY}`);

/** What a program that is not ready says, and what to do. */
const TODO: Record<string, string> = {
  away: "see the checks of the database: the provider takes calls again as soon as it answers",
  "not migrated": "start this version's provider (npm start), which migrates the database",
  stopping: "it was told to stop; start it again if that was not meant",
  overloaded:
    "it has more to do than it can: see its CPU and its slow statements, and give it more of the machine",
};

/** Whether the portal answers on this machine. */
export async function lookAtPortal(subject: Subject, answer: Promise<HttpAnswer>): Promise<Finding> {
  const answered = await answer.catch((error: Error) => error);
  if (answered instanceof Error)
    return notAnswering("the portal", subject.portalUrl, answered, "PORT and HOST");
  const { status, provider } = read(answered);
  if (answered.status === 200 && status === "ready")
    return provider === "ready" || provider === "unknown"
      ? ok(`it is ready at ${subject.portalUrl}`)
      : warning(
          `it is ready at ${subject.portalUrl}, and its provider is ${provider}`,
          "see the check 'provider'",
        );
  return status === "stopping"
    ? warning("it is being stopped", TODO.stopping!)
    : fault(
        `${subject.portalUrl} answers ${answered.status}, and not as the portal does`,
        "another program may listen there: set PORT to another port, or end that program",
      );
}

/** Whether the provider is ready, and of this version. */
export async function lookAtProvider(subject: Subject, answer: Promise<HttpAnswer>): Promise<Finding> {
  const { providerUrl, provider } = subject;
  const answered = await answer.catch((error: Error) => error);
  if (answered instanceof Error)
    return provider
      ? notAnswering("the provider", providerUrl, answered, "PROVIDER_PORT and PROVIDER_HOST")
      : fault(
          `${providerUrl} cannot be reached (${reasonOf(answered)})`,
          "check API_URL, and whether that provider runs",
        );
  const { status } = read(answered);
  if (status === undefined && !provider)
    return ok(`it answers at ${providerUrl}; npm run provider:check tells which of its calls work`);
  if (answered.status === 200 && status === "ready") return ofThisVersion(providerUrl);
  const todo = TODO[status ?? ""];
  return todo
    ? fault(`${providerUrl} is not ready: ${status}`, todo)
    : fault(
        `${providerUrl} answers ${answered.status}, and not as the provider does`,
        "another program may listen there: set PROVIDER_PORT to another port, or end that program",
      );
}

async function ofThisVersion(url: string): Promise<Finding> {
  const described = await ask(`${url}/openapi.json`).catch(() => null);
  // The description is longer than what is read of it; the version is at its beginning.
  const version = /"version"\s*:\s*"([\w.+-]{1,40})"/.exec(described?.body ?? "")?.[1];
  const observation = `it is ready at ${url}${version ? `, version ${version}` : ""}`;
  return version === undefined || version === packageFile.version
    ? ok(observation)
    : warning(
        `${observation}, while the files here are of ${packageFile.version}`,
        "restart it, so that it runs what is installed",
      );
}

/** Refused on this machine means that nobody listens there: the product was not started, which is no fault before its first day. */
function notAnswering(who: string, url: string, error: Error, settings: string): Finding {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ECONNREFUSED"
    ? warning(
        `${who} does not run at ${url}`,
        `npm start starts it; if it runs elsewhere, ask with its ${settings}`,
      )
    : fault(`${who} at ${url} does not answer (${reasonOf(error)})`, "see its log, and start it again");
}

function read({ body }: HttpAnswer): { status?: string; provider?: string } {
  try {
    const { status, provider } = JSON.parse(body) as Record<string, unknown>;
    const word = (value: unknown) =>
      typeof value === "string" && /^[a-z ]{1,20}$/.test(value) ? value : undefined;
    return {
      ...(word(status) && { status: word(status)! }),
      ...(word(provider) && { provider: word(provider)! }),
    };
  } catch {
    return {};
  }
}
