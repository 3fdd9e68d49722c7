import { Suspense, useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { countUnsent, forgetWriting } from "#app/lib/kept-writing.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useRootData } from "./root-data.ts";

const COUNT_EACH_MS = 1_000;

/**
 * Confirms signing out (product 4.4, 5.9) over the present page, as the logout page does without scripts.
 * Signing out deletes this browser's unsent messages, so the dialog shows their number and offers to wait.
 */
export default function LogoutDialog(props: Props) {
  return (
    <Suspense>
      <Question {...props} />
    </Suspense>
  );
}

interface Props {
  userId: string;
  back: string;
  onClose(): void;
}

function Question({ userId, back, onClose }: Props) {
  const { t } = useText("logout");
  const { requestId } = useRootData();
  const dialog = useRef<HTMLDialogElement>(null);
  const unsent = useUnsent(userId);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Dialog ref={dialog} aria-labelledby="logout-title" onClose={onClose}>
      <h2 id="logout-title" className="text-lg font-semibold">
        {t("question")}
      </h2>
      {unsent > 0 ? (
        <p role="status" className="mt-2 text-warning">
          {t("unsent", { count: unsent })}
        </p>
      ) : null}
      <form
        method="post"
        action={href("/logout")}
        onSubmit={() => withStorage((storage) => forgetWriting(storage, [{ userId, at: Date.now() }]))}
        className="mt-6 flex flex-wrap gap-3"
      >
        <input type="hidden" name="requestId" value={requestId} />
        <input type="hidden" name="redirect" value={back} />
        <Button kind="primary">{t(unsent > 0 ? "discard" : "confirm")}</Button>
        <Button type="button" onClick={() => dialog.current?.close()}>
          {t(unsent > 0 ? "wait" : "cancel")}
        </Button>
      </form>
    </Dialog>
  );
}

function withStorage(work: (storage: Storage) => void): void {
  try {
    work(window.localStorage);
  } catch {
    // A browser that forbids storage has no unsent text.
  }
}

/** Decreases while the outbox sends. */
function useUnsent(userId: string): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const look = () => {
      withStorage((storage) => setCount(countUnsent(storage, userId)));
    };
    look();
    const timer = setInterval(look, COUNT_EACH_MS);
    return () => clearInterval(timer);
  }, [userId]);
  return count;
}
