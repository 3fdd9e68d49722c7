import { useText } from "#app/locales/use-text.ts";

/**
 * Covers a page that is about to be replaced; the text is 'Loading' (product 2.8). It appears after a
 * second (`.loading-overlay`), lets clicks through, and is not read out, because the progress bar is.
 */
export function LoadingOverlay() {
  const { t } = useText();
  return (
    <div
      aria-hidden="true"
      className="loading-overlay pointer-events-none fixed inset-0 z-30 grid place-items-center bg-background/60 print:hidden"
    >
      <span className="rounded-md border border-line bg-card px-4 py-2 raised">{t("loading")}</span>
    </div>
  );
}
