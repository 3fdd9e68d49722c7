import { useText } from "#app/locales/use-text.ts";

/** Covers what is being replaced; the default text is 'Loading' (spec 2). The parent must be `relative`. */
export function LoadingOverlay({ isShown, text }: { isShown: boolean; text?: string }) {
  const { t } = useText();
  if (!isShown) return null;
  return (
    <div role="status" className="absolute inset-0 z-10 grid place-items-center bg-background/60">
      <span className="rounded-md border border-line bg-card px-4 py-2 shadow-pop">
        {text ?? t("loading")}
      </span>
    </div>
  );
}
