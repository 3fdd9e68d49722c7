import { useState } from "react";
import { useLocation } from "react-router";
import type { FlashView } from "#app/access/flash.ts";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Toast } from "#app/ui/toast.tsx";
import { Link } from "./link.tsx";

/**
 * Result of the last write, shown once on the page that it led to. A failure is a red toast that disappears
 * (product 8.1).
 */
export function FlashMessage({ flash: loadedFlash }: { flash: FlashView | null }) {
  const { t } = useText();
  const location = useLocation();
  const flash = useUntilLeft(loadedFlash, location.key);
  const [gone, setGone] = useState<FlashView | null>(null);
  if (!flash || gone === flash) return null;
  const parts = (
    <>
      <span>
        {flash.text} {flash.link ? <Link to={flash.link.href}>{flash.link.text}</Link> : null}
      </span>
      <Link to={location.pathname + location.search} replace className="underline">
        {t("flash.dismiss")}
      </Link>
    </>
  );
  const className = "mb-4 flex items-start justify-between gap-4";
  return flash.kind === "danger" ? (
    <Toast className={className} onGone={() => setGone(flash)}>
      {parts}
    </Toast>
  ) : (
    <Alert kind={flash.kind} className={className}>
      {parts}
    </Alert>
  );
}

/** The server tells a message once: a page that loads again by itself keeps it until the person goes on. */
function useUntilLeft(flash: FlashView | null, visit: string): FlashView | null {
  const [last, keep] = useState({ flash, visit });
  if (flash ? flash !== last.flash : visit !== last.visit) keep({ flash, visit });
  return last.flash;
}
