import { useEffect, useRef, useState } from "react";
import { href, useLocation } from "react-router";
import { leaveHref } from "#app/access/page-owner.ts";
import type { SessionFault } from "#app/access/trouble.ts";
import { useText } from "#app/locales/use-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { accountText } from "./account-text.ts";
import { ButtonLink } from "./button-link.tsx";
import { useRootData } from "./root-data.ts";

interface Props {
  state: SessionFault;
  minutes: number | null;
  /** The provider's text, for a state without one of ours. */
  words?: string | null;
  /** Further actions. */
  children?: React.ReactNode;
}

/**
 * The alert for body codes above 8000 (product 4.4, 8.3): confirming it clears the token and returns here
 * after sign-in. A dialog with scripts, part of the page without.
 */
export default function ReloginAlert({ state, minutes, words, children }: Props) {
  const { t } = useText("account-state");
  // The id is signed for the reported session; data that the root loads later may belong to another.
  const [requestId] = useState(useRootData().requestId);
  const location = useLocation();
  const back = location.pathname + location.search;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.close();
    element.showModal();
    // Browsers close a dialog on a second Escape, whatever the first handler did.
    const stay = () => {
      if (!element.open) element.showModal();
    };
    element.addEventListener("close", stay);
    return () => element.removeEventListener("close", stay);
  }, []);
  return (
    <Dialog
      ref={dialog}
      open
      role="alertdialog"
      aria-labelledby="relogin-title"
      aria-describedby="relogin-text"
      onCancel={(event) => event.preventDefault()}
    >
      <h1 id="relogin-title" className="text-xl font-semibold">
        {t(`${state}.title`)}
      </h1>
      <div id="relogin-text" className="mt-2 flex flex-col gap-2 text-quiet">
        <p>{words ?? accountText(t, state, minutes)}</p>
        {state === "otherPerson" ? null : <p>{t("tip")}</p>}
      </div>
      {children}
      {state === "otherPerson" ? (
        <ButtonLink href={leaveHref(back)} kind={children ? "secondary" : "primary"} className="mt-6">
          {t("relogin")}
        </ButtonLink>
      ) : (
        <form method="post" action={href("/logout")} className="mt-6">
          <input type="hidden" name="requestId" value={requestId} />
          <input type="hidden" name="intent" value="relogin" />
          <input type="hidden" name="redirect" value={back} />
          <Button kind={children ? "secondary" : "primary"} autoFocus={!children}>
            {t("relogin")}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
