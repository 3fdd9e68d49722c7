import { data, isRouteErrorResponse } from "react-router";
import { isTrouble } from "#app/access/trouble.ts";

/** Results of a navigation's routes, as browser middleware sees them. */
export type Results = Record<string, { type: "data" | "error"; result: unknown }>;

/**
 * A load that nobody asked for: while `mend` is set, the frames around the page are not loaded, and what went wrong with
 * the rest is put right by it before it is shown. `here` is the path and query that were loaded.
 */
export const quiet: { mend: ((here: string, results: Results) => void) | null } = { mend: null };

/** The framework's text in place of the server's own errors. */
const SERVER_FAULT = "Unexpected Server Error";

/** Whether the server failed in a way that it did not expect. */
export function isOfServer(error: unknown): boolean {
  return error instanceof Error && error.message === SERVER_FAULT;
}

const GATEWAY_FAULTS = [502, 503, 504];

/** Data of a boundary when the network failed. */
export class LinkLost extends Error {}

/** Whether the browser did not reach the portal, or a proxy answered instead. */
export function isOfLink(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return GATEWAY_FAULTS.includes(error.status) && !isTrouble(error.data);
  // A failed fetch is a TypeError, a truncated answer cannot be decoded; the server's own errors are neither.
  return error instanceof TypeError
    ? !isOfServer(error)
    : error instanceof Error && error.cause !== undefined;
}

/** Why neither an action nor a page of ours answered a form; `stands`: the text is a line of the page as well. */
export type FormFault = "link" | "portal" | { said: string; stands?: true };

/**
 * The reason to show: the network failed, the portal failed, or it refused the form unread with a text. Null
 * for errors that a boundary shows together with the typed fields.
 */
function faultOf(error: unknown): FormFault | null {
  if (isOfLink(error)) return "link";
  if (isRouteErrorResponse(error))
    return typeof error.data === "string" && error.data ? { said: error.data } : null;
  // A redirect is among the errors as well.
  return error instanceof Error ? "portal" : null;
}

/** The router passes what an action returned or threw together with its status. */
function plain(result: unknown): unknown {
  return typeof result === "object" && result !== null && "init" in result && "data" in result
    ? result.data
    : result;
}

/**
 * When sending a form fails, its page stays, with the typed text, the previous answer and the request id, so
 * that pressing again does nothing twice. The router would replace it by an error page.
 */
export class FormKeeper {
  #shown: FormFault | null = null;
  readonly #listeners = new Set<() => void>();
  /** The action's answer to the page's last form. */
  #answered: { here: string; route: string; result: unknown } | null = null;
  /** Loader data of the frames around a page, by route. */
  readonly #frames = new Map<string, Results[string]>();

  /** The reason shown for the last form. */
  get shown(): FormFault | null {
    return this.#shown;
  }

  show(next: FormFault | null): void {
    this.#shown = next;
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Keeps a route's frame data, which stay when the next load fails. */
  standFrame(route: string, loaderData: unknown): void {
    this.#frames.set(route, { type: "data", result: loaderData });
  }

  /** A navigation, or a form sent from `here`; `next` gives the routes' results. */
  async keep(here: string, isForm: boolean, next: () => Promise<Results>): Promise<Results> {
    if (this.#answered?.here !== here) this.#answered = null;
    if (isForm) this.show(null);
    const results = await next();
    if (!isForm) quiet.mend?.(here, results);
    for (const [route, { type, result }] of Object.entries(results)) {
      const fault = type === "error" ? faultOf(plain(result)) : null;
      if (!isForm) {
        if (fault === "link") results[route] = this.#frames.get(route) ?? { type, result: new LinkLost() };
      } else if (type === "data") this.#answered = { here, route, result };
      else if (fault) {
        const before = this.#answered?.route === route ? this.#answered.result : null;
        results[route] = { type: "data", result: data(plain(before), { status: 503 }) };
        this.show(fault);
      }
    }
    return results;
  }
}
