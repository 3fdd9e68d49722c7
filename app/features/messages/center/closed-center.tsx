import { EmptyState } from "#app/components/empty-state.tsx";
import { Page } from "#app/components/page/page.tsx";
import { useText } from "#app/locales/use-text.ts";

/** For people without the button: the message center is not open to them, and whom to ask (product 2.5). */
export function ClosedCenter({ title }: { title: string }) {
  const { t } = useText("messages");
  return (
    <Page head={{ title }}>
      <EmptyState title={t("closed.title")} text={t("closed.text")} />
    </Page>
  );
}
