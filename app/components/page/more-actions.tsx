import { useText } from "#app/locales/use-text.ts";

/** What fewer people need of a page's actions, behind '⋯'. */
export function MoreActions({ children }: { children: React.ReactNode }) {
  const { t } = useText();
  return (
    <details className="more-actions print:hidden">
      <summary>
        <span aria-hidden="true">⋯</span>
        <span className="sr-only">{` ${t("more")} `}</span>
      </summary>
      <div>{children}</div>
    </details>
  );
}
