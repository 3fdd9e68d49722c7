import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Progress } from "#app/ui/progress.tsx";
import type { MessageUpload } from "./use-uploads.ts";

/** Files of the message being written: progress, and a button to remove each. */
export function UploadLines({
  uploads,
  onRemove,
  onAgain,
}: {
  uploads: readonly MessageUpload[];
  onRemove(key: string): void;
  onAgain(key: string): void;
}) {
  const { t } = useText("message-live");
  if (uploads.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {uploads.map(({ key, name, state, percent, reason }) => (
        <li key={key} className="flex flex-wrap items-center gap-x-3 rounded-md border border-line px-2 py-1">
          <span className="wrap-anywhere">{name}</span>
          {state === "sending" ? (
            <>
              <Progress value={percent} label={name} className="w-24" />
              <span className="text-xs text-quiet">{t("file.sending", { percent })}</span>
            </>
          ) : null}
          <span role="status" className={`text-xs ${state === "failed" ? "text-danger" : "text-quiet"}`}>
            {state === "taken" ? t("file.taken") : state === "failed" ? reason || t("file.failed") : ""}
          </span>
          {state === "failed" && !reason ? (
            <Button
              type="button"
              size="small"
              kind="quiet"
              aria-label={t("file.again", { name })}
              onClick={() => onAgain(key)}
            >
              {t("retry")}
            </Button>
          ) : null}
          <Button
            type="button"
            size="small"
            kind="quiet"
            aria-label={t(state === "sending" ? "file.cancel" : "file.remove", { name })}
            onClick={() => onRemove(key)}
          >
            {t(state === "sending" ? "cancel" : "remove")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
