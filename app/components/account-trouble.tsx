import { href } from "react-router";
import { leaveHref } from "#app/access/page-owner.ts";
import type { Trouble } from "#app/access/trouble.ts";
import { useText } from "#app/locales/use-text.ts";
import { ButtonLink } from "./button-link.tsx";
import ReloginAlert from "./relogin-alert.tsx";
import { useRootData } from "./root-data.ts";
import { SendAgain, useHere } from "./send-again.tsx";

/** The relogin alert, with the fields that were typed when the session ended. */
export default function AccountTrouble({ trouble }: { trouble: Extract<Trouble, { kind: "accountState" }> }) {
  const { t } = useText("account-state");
  const { product } = useRootData();
  const here = useHere();
  const { state, minutes, words, typed } = trouble;
  return (
    <>
      <title>{`${t(`${state}.title`)} · ${product}`}</title>
      <ReloginAlert state={state} minutes={minutes} words={words}>
        {typed ? (
          <>
            <p className="mt-4">{t(typed.length > 0 ? "typedAndSessionOver" : "filesAndSessionOver")}</p>
            <div className="mt-3 flex flex-wrap gap-3">
              <ButtonLink
                href={state === "otherPerson" ? leaveHref(href("/")) : href("/login")}
                target="_blank"
                rel="noopener"
              >
                {t("signInBeside")}
              </ButtonLink>
              {typed.length > 0 ? (
                <SendAgain to={here} typed={typed} />
              ) : (
                <ButtonLink href={here}>{t("chooseAgain")}</ButtonLink>
              )}
            </div>
          </>
        ) : null}
      </ReloginAlert>
    </>
  );
}
