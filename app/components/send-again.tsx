import { useLocation } from "react-router";
import type { TypedField } from "#app/access/trouble.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";

/** The address of the page that could not be shown. */
export function useHere(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}

/** The whole form that did not reach the provider, with its request id, so that nothing is done twice. */
export function SendAgain({ to, typed }: { to: string; typed: TypedField[] }) {
  const { t } = useText("trouble");
  return (
    <form method="post" action={to}>
      {typed.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields may repeat, and never change here
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button kind="primary">{t("sendAgain")}</Button>
    </form>
  );
}
