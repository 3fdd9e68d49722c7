import { EmptyState } from "#app/components/empty-state.tsx";
import { PageHead } from "#app/components/page/head.tsx";
import { useText } from "#app/locales/use-text.ts";

/** For people without the button: the message center is not open to them, and whom to ask (product 2.5). */
export function ClosedCenter({ title }: { title: string }) {
  const { t } = useText("messages");
  return (
    <div className="flex flex-col gap-4">
      <PageHead title={title} />
      <EmptyState title={t("closed.title")} text={t("closed.text")} />
    </div>
  );
}
