import { ButtonLink } from "#app/components/button-link.tsx";
import { FactList } from "#app/components/fact-list.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { NotificationRowView } from "./list.server.ts";

/** One notification, read back as a sentence, with its buttons. */
export function NotificationCard({ row }: { row: NotificationRowView }) {
  const { t } = useText("notifications");
  const { id, name, isOn, sentence, facts, editHref, removeHref } = row;
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0 font-semibold wrap-anywhere">{name}</h2>
        <Badge kind={isOn ? "success" : "neutral"}>{t(isOn ? "on" : "off")}</Badge>
      </div>
      <p className="wrap-anywhere">{sentence}</p>
      <FactList facts={facts} />
      <Actions>
        <Button
          name={isOn ? "off" : "on"}
          value={id}
          size="small"
          aria-label={t(isOn ? "switchOffNamed" : "switchOnNamed", { name })}
        >
          {t(isOn ? "switchOff" : "switchOn")}
        </Button>
        <ButtonLink to={editHref} kind="quiet" size="small" aria-label={t("editNamed", { name })}>
          {t("edit")}
        </ButtonLink>
        <ButtonLink to={removeHref} kind="quiet" size="small" aria-label={t("removeNamed", { name })}>
          {t("remove")}
        </ButtonLink>
      </Actions>
    </Card>
  );
}
