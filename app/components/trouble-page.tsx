import { useContext } from "react";
import { href, isRouteErrorResponse } from "react-router";
import { isTrouble } from "#app/access/trouble.ts";
import { useText } from "#app/locales/use-text.ts";
import { ButtonLink } from "./button-link.tsx";
import { useFaultToast } from "./fault.tsx";
import { isOfServer, LinkLost } from "./form-keeper.ts";
import { Late, latePart } from "./late-part.tsx";
import { RequestIdContext } from "./request-mark.ts";
import { useHere } from "./send-again.tsx";
import { TroubleFrame } from "./trouble-frame.tsx";

// The answer that tells of it has come over the link, so its script will.
const AccountTrouble = latePart(() => import("./account-trouble.tsx"));
const ProviderTrouble = latePart(() => import("./provider-trouble.tsx"));

/**
 * The error page (product 8.1): what happened, in the user's language, and what to do. Never a stack trace.
 */
export function TroublePage({ error }: { error: unknown }) {
  const trouble = isRouteErrorResponse(error) && isTrouble(error.data) ? error.data : null;
  if (!trouble) return <Unexpected error={error} />;
  return (
    <Late>
      {trouble.kind === "accountState" ? (
        <AccountTrouble trouble={trouble} />
      ) : (
        <ProviderTrouble trouble={trouble} />
      )}
    </Late>
  );
}

/** The network failed, or the portal did: nothing came that says more. */
function Unexpected({ error }: { error: unknown }) {
  const { t } = useText("errors");
  const requestId = useContext(RequestIdContext);
  const here = useHere();
  const isLost = error instanceof LinkLost;
  const what = isLost ? "linkLost" : "unknown";
  const title = t(`${what}.title`);
  useFaultToast(title);
  return (
    <TroubleFrame title={title} text={t(`${what}.text`)} number={isOfServer(error) ? requestId : null}>
      {isLost ? (
        // A client navigation: while the network is down, a document request would show the browser's own
        // error page.
        <ButtonLink to={here} replace kind="primary">
          {t("again")}
        </ButtonLink>
      ) : (
        <ButtonLink href={here} kind="primary">
          {t("again")}
        </ButtonLink>
      )}
      <ButtonLink href={href("/")}>{t("home")}</ButtonLink>
    </TroubleFrame>
  );
}
