import { data, isRouteErrorResponse } from "react-router";
import { isTrouble } from "#app/access/trouble.ts";

/** What each route of a navigation gave, as middleware of the browser sees it. */
export type Results = Record<string, { type: "data" | "error"; result: unknown }>;

const GATEWAY_FAULTS = [502, 503, 504];

/** What a boundary gets for a page that the link lost. */
export class LinkLost extends Error {}

/** Whether the browser did not reach the portal, or a proxy between them answered in its stead. */
export function isOfLink(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return GATEWAY_FAULTS.includes(error.status) && !isTrouble(error.data);
  // A fetch that fails is a TypeError, an answer that is cut off cannot be decoded; the server's own faults say so.
  return error instanceof TypeError
    ? error.message !== "Unexpected Server Error"
    : error instanceof Error && error.cause !== undefined;
}

/** Why a form was answered by neither its action nor a page of ours. */
export type FormFault = "link" | "portal" | { said: string };

/**
 * What to say of such a form: the link failed, the portal itself did, or it refused the form unread and said why. Null for
 * what a boundary shows together with what was typed.
 */
function faultOf(error: unknown): FormFault | null {
  if (isOfLink(error)) return "link";
  if (isRouteErrorResponse(error))
    return typeof error.data === "string" && error.data ? { said: error.data } : null;
  // A redirect stands among the faults as well.
  return error instanceof Error ? "portal" : null;
}

/** The router hands on what an action gave, or threw, together with its status. */
function plain(result: unknown): unknown {
  return typeof result === "object" && result !== null && "init" in result && "data" in result
    ? result.data
    : result;
}

/**
 * A form whose sending the link lost keeps its page: what was typed, the answer it had before, and its request id, so
 * that pressing again does nothing twice. The router would put its fault page in its place.
 */
export class FormKeeper {
  #shown: FormFault | null = null;
  readonly #listeners = new Set<() => void>();
  /** What the last form of the page was answered. */
  #answered: { here: string; route: string; result: unknown } | null = null;
  /** What the frames around a page are made of, by their route. */
  readonly #frames = new Map<string, Results[string]>();

  /** What is said of the last form. */
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

  /** The frame of a route stands, made of this data: it stays as it is when the link loses the next reading of it. */
  standFrame(route: string, loaderData: unknown): void {
    this.#frames.set(route, { type: "data", result: loaderData });
  }

  /** A navigation, or a form that is sent from `here`, around what the routes give. */
  async keep(here: string, isForm: boolean, next: () => Promise<Results>): Promise<Results> {
    if (this.#answered?.here !== here) this.#answered = null;
    if (isForm) this.show(null);
    const results = await next();
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
