import { useEffect, useSyncExternalStore } from "react";
import { data, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { isTrouble } from "#app/access/trouble.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useRootData } from "./root-data.ts";

type Results = Record<string, { type: "data" | "error"; result: unknown }>;

export const TOAST_MS = 5_000;
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

/**
 * What to say of a form that was answered by neither its action nor a page of ours: the link failed, the portal itself
 * did, or it refused the form unread and said why. Null for what a boundary shows together with what was typed.
 */
function faultOf(error: unknown): Fault | null {
  if (isOfLink(error)) return "link";
  if (isRouteErrorResponse(error))
    return typeof error.data === "string" && error.data ? { said: error.data } : null;
  // A redirect stands among the faults as well.
  return error instanceof Error ? "portal" : null;
}

type Fault = "link" | "portal" | { said: string };

/** Says for 5 s why something was not done that left the page as it is (product 8.4). */
export function showToast(said: string): void {
  const toast = { said };
  show(toast);
  setTimeout(() => shown === toast && show(null), TOAST_MS);
}

/**
 * A form whose sending the link lost keeps its page: what was typed, the answer it had before, and its request id, so
 * that pressing again does nothing twice. The router would put its fault page in its place.
 */
export const keepForms: MiddlewareFunction<Results> = async ({ request, url }, next) => {
  const isForm = request.method !== "GET";
  const here = url.pathname + url.search;
  if (answered?.here !== here) answered = null;
  if (isForm) show(null);
  const results = await next();
  for (const [route, { type, result }] of Object.entries(results)) {
    const fault = type === "error" ? faultOf(plain(result)) : null;
    if (!isForm) {
      if (fault === "link") results[route] = frames.get(route) ?? { type, result: new LinkLost() };
    } else if (type === "data") answered = { here, route, result };
    else if (fault) {
      const before = answered?.route === route ? answered.result : null;
      results[route] = { type: "data", result: data(plain(before), { status: 503 }) };
      show(fault);
    }
  }
  return results;
};

/** What the frames around a page are made of, by their route. */
const frames: Map<string, Results[string]> = new Map();

/** Lets a frame stand as it is when the link loses the next reading of its data: the fault is said inside of it. */
export function useStandingFrame(route: string, loaderData: unknown): void {
  useEffect(() => {
    frames.set(route, { type: "data", result: loaderData });
  }, [route, loaderData]);
}

/** What the last form of the page was answered. */
let answered: { here: string; route: string; result: unknown } | null = null;

/** The router hands on what an action gave, or threw, together with its status. */
function plain(result: unknown): unknown {
  return typeof result === "object" && result !== null && "init" in result && "data" in result
    ? result.data
    : result;
}

let shown: Fault | null = null;
const listeners = new Set<() => void>();

function show(next: Fault | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that a form was not sent, until one is or it is closed; a toast goes by itself. */
export function LostLink() {
  const { t } = useText(["errors", "shell"]);
  const fault = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
  const { unsure } = useRootData();
  if (!fault) return null;
  return (
    <Alert kind="danger" className="fixed inset-x-4 top-4 z-40 mx-auto max-w-text shadow-pop print:hidden">
      <p>{typeof fault === "string" ? (unsure ?? t(`errors:notSent.${fault}`)) : fault.said}</p>
      <Button className="mt-2" onClick={() => show(null)}>
        {t("shell:flash.dismiss")}
      </Button>
    </Alert>
  );
}
