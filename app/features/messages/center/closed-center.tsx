import { EmptyState } from "#app/components/empty-state.tsx";
import { useText } from "#app/locales/use-text.ts";

/** For people without the button: the message center is not open to them, and whom to ask (product 2.5). */
export function ClosedCenter({ title }: { title: string }) {
  const { t } = useText("messages");
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl font-semibold">{title}</h1>
      <EmptyState title={t("closed.title")} text={t("closed.text")} />
    </div>
  );
}
