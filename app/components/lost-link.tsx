import { useEffect, useSyncExternalStore } from "react";
import type { MiddlewareFunction } from "react-router";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormKeeper, type Results } from "./form-keeper.ts";
import { useRootData } from "./root-data.ts";

export const TOAST_MS = 5_000;

const keeper = new FormKeeper();

/** Shows for 5 s why something was not done, without leaving the page (product 8.4). */
export function showToast(text: string): void {
  const toast = { said: text };
  keeper.show(toast);
  setTimeout(() => keeper.shown === toast && keeper.show(null), TOAST_MS);
}

/** A form whose sending failed keeps its page (`FormKeeper`). */
export const keepForms: MiddlewareFunction<Results> = ({ request, url }, next) =>
  keeper.keep(url.pathname + url.search, request.method !== "GET", next);

/** Keeps a frame when the network fails during its next load: the error is shown inside of it. */
export function useStandingFrame(route: string, loaderData: unknown): void {
  useEffect(() => keeper.standFrame(route, loaderData), [route, loaderData]);
}

const subscribe = (listener: () => void) => keeper.subscribe(listener);

/** Says that a form was not sent, until one is sent or the note is closed; a toast disappears. */
export function LostLink() {
  const { t } = useText(["errors", "shell"]);
  const fault = useSyncExternalStore(
    subscribe,
    () => keeper.shown,
    () => null,
  );
  const { unsure } = useRootData();
  if (!fault) return null;
  return (
    <Alert kind="danger" isToast>
      <p>{typeof fault === "string" ? (unsure ?? t(`errors:notSent.${fault}`)) : fault.said}</p>
      <Button className="mt-2" onClick={() => keeper.show(null)}>
        {t("shell:flash.dismiss")}
      </Button>
    </Alert>
  );
}
