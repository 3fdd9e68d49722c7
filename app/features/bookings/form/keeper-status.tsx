import type { RefObject } from "react";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import type { KeptDraft } from "./draft-keeper.ts";
import { type KeeperOptions, useDraftKeeper } from "./use-draft-keeper.ts";

/**
 * Shows where the draft is saved: at the forwarder, in this browser, or nowhere yet. Empty without scripts.
 */
export function KeeperStatus({
  form,
  onRestore,
  ...options
}: {
  form: RefObject<HTMLFormElement | null>;
  onRestore: (draft: KeptDraft) => void;
} & KeeperOptions) {
  const { t } = useText("booking-form");
  const { state, found, restored, discard } = useDraftKeeper(form, options);
  if (!options.isKept) return null;
  if (found) {
    const restore = () => {
      restored();
      onRestore(found);
    };
    return (
      <div role="status" className="flex flex-wrap items-center gap-2 text-warning">
        {t("keeper.found", { time: found.at })}
        <Button type="button" size="small" onClick={restore}>
          {t("keeper.restore")}
        </Button>
        <Button type="button" size="small" kind="quiet" onClick={discard}>
          {t("keeper.discard")}
        </Button>
      </div>
    );
  }
  const text =
    "at" in state
      ? t(`keeper.${state.kind}`, { time: state.at })
      : state.kind === "refused"
        ? t("keeper.refused", { reason: state.reason })
        : state.kind === "none"
          ? ""
          : t(`keeper.${state.kind}`);
  return (
    <p role="status" className="text-xs text-quiet max-sm:order-first max-sm:basis-full">
      {text}
    </p>
  );
}
