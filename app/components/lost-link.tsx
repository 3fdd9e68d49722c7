import { useEffect, useSyncExternalStore } from "react";
import type { MiddlewareFunction } from "react-router";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Toast } from "#app/ui/toast.tsx";
import { FormKeeper, type Results } from "./form-keeper.ts";
import { useRootData } from "./root-data.ts";

const keeper = new FormKeeper();

/** Shows for 5 s why something was not done, without leaving the page (product 8.4). */
export function showToast(text: string): void {
  keeper.show({ said: text });
}

/** The same for a fault that stands on the page, where it is announced. */
export function showFaultToast(text: string): void {
  keeper.show({ said: text, stands: true });
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
  const isText = typeof fault === "string";
  const close = () => keeper.show(null);
  return (
    <Toast
      // The next one has its own time.
      key={isText ? fault : fault.said}
      stays={isText}
      role={isText || !fault.stands ? "alert" : "status"}
      onGone={close}
    >
      <p>{isText ? (unsure ?? t(`errors:notSent.${fault}`)) : fault.said}</p>
      <Button className="mt-2" onClick={close}>
        {t("shell:flash.dismiss")}
      </Button>
    </Toast>
  );
}
