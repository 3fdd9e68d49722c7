import { ButtonLink } from "#app/components/button-link.tsx";
import { Actions } from "#app/components/page/actions.tsx";
import { TwoVersions, typedRows } from "#app/components/two-versions.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { keepMineValue } from "../booking-fields.ts";
import type { BookingReply } from "./form.server.ts";

/**
 * Two people have saved the same draft: shows both versions and the choice. The form below keeps the typed
 * content.
 */
export function VersionConflict({
  conflict,
  formId,
  onTakeTheirs,
}: {
  conflict: NonNullable<BookingReply["conflict"]>;
  formId: string;
  onTakeTheirs: () => void;
}) {
  const { t } = useText("booking-form");
  return (
    <TwoVersions
      answer={conflict}
      title={conflict.title}
      text={conflict.text}
      columns={[t("conflict.field"), t("conflict.mine"), conflict.theirs]}
      rows={typedRows(conflict.differences, t("conflict.empty"))}
    >
      <p className="mb-2 text-quiet">{t("conflict.rest")}</p>
      <Actions>
        <Button form={formId} name="intent" value={keepMineValue(conflict.version)} kind="primary">
          {t("conflict.keepMine")}
        </Button>
        <ButtonLink href={conflict.href} onClick={onTakeTheirs}>
          {t("conflict.takeTheirs")}
        </ButtonLink>
      </Actions>
    </TwoVersions>
  );
}
