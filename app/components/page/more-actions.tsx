import { useText } from "#app/locales/use-text.ts";
import { Collapsible } from "#app/ui/collapsible.tsx";

/** What fewer people need of a page's actions, behind 'More'. */
export function MoreActions({ children }: { children: React.ReactNode }) {
  const { t } = useText();
  return (
    <Collapsible summary={`${t("more")} `} className="print:hidden">
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </Collapsible>
  );
}
