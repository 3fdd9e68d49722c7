import { Link } from "#app/components/link.tsx";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { FormPurpose } from "./form-save.server.ts";
import type { FormStart } from "./form-start.server.ts";

/** The submit buttons of the form. */
export function FormButtons({
  purpose,
  isTemplate,
  isSending,
}: {
  purpose: FormPurpose;
  isTemplate: boolean;
  isSending: boolean;
}) {
  const { t } = useText("booking-form");
  if (isTemplate || purpose !== "draft") {
    const word = isTemplate ? "saveTemplate" : purpose === "amend" ? "saveAmend" : "saveUpdate";
    return (
      <Button kind="primary" name="intent" value="save" aria-disabled={isSending}>
        {t(word)}
      </Button>
    );
  }
  return (
    <>
      <Button kind="primary" name="intent" value="review" aria-disabled={isSending}>
        {t("review")}
      </Button>
      <Button name="intent" value="save" aria-disabled={isSending}>
        {t("saveDraft")}
      </Button>
    </>
  );
}

/** Saves the draft and leads to its page, where files are attached. */
export function AttachButton({ isSending }: { isSending: boolean }) {
  const { t } = useText("booking-form");
  return (
    <Button name="intent" value="attach" aria-disabled={isSending}>
      {t("saveAndAttach")}
    </Button>
  );
}

/**
 * Returning to a form that was already saved shows a link to its booking, so that no second one is created
 * silently.
 */
export function MadeBefore({
  made,
  path,
  isTemplate,
}: {
  made: NonNullable<FormStart["made"]>;
  path: string;
  isTemplate: boolean;
}) {
  const { t } = useText("booking-form");
  const [address = ""] = path.split("?");
  return (
    <Alert kind="warning">
      <p>{t(isTemplate ? "made.template" : "made.draft", { name: made.name })}</p>
      <p className="mt-1 flex flex-wrap gap-4">
        <Link to={`${address}?id=${made.id}`} className="underline">
          {t("made.open", { name: made.name })}
        </Link>
        <Link to={address} reloadDocument className="underline">
          {t("made.another")}
        </Link>
      </p>
    </Alert>
  );
}
