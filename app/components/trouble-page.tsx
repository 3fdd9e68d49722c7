import { useContext } from "react";
import { href, isRouteErrorResponse } from "react-router";
import { isTrouble, type Trouble } from "#app/access/trouble.ts";
import { useText } from "#app/locales/use-text.ts";
import { ButtonLink } from "./button-link.tsx";
import { useFaultToast } from "./fault.tsx";
import { isOfServer, LinkLost } from "./form-keeper.ts";
import { Late, latePart } from "./late-part.tsx";
import { RequestIdContext } from "./request-mark.ts";
import { useRootData } from "./root-data.ts";
import { SendAgain, useHere } from "./send-again.tsx";

/** The answer that tells of it has come over the link, so its script will. */
const AccountTrouble = latePart(() => import("./account-trouble.tsx"));

/**
 * The error page (product 8.1): what happened, in the user's language, and what to do. Never a stack trace.
 */
export function TroublePage({ error }: { error: unknown }) {
  const { t } = useText("errors");
  const { product } = useRootData();
  const requestId = useContext(RequestIdContext);
  const here = useHere();
  const trouble = isRouteErrorResponse(error) && isTrouble(error.data) ? error.data : null;
  const isLost = error instanceof LinkLost;
  const [title, text] = trouble?.kind === "accountState" ? [] : textsOf(trouble, isLost, t);
  useFaultToast(trouble?.kind === "refused" ? text : title);
  if (trouble?.kind === "accountState")
    return (
      <Late>
        <AccountTrouble trouble={trouble} />
      </Late>
    );
  const typed = trouble?.typed?.length ? trouble.typed : undefined;
  const call = trouble?.kind === "unavailable" ? trouble.call : undefined;
  // A fault that was not expected comes without data.
  const number = trouble?.requestId || (isOfServer(error) && requestId);
  return (
    <div role="alert" className="mx-auto my-8 max-w-text rounded-lg border border-line bg-card p-6">
      <title>{`${title} · ${product}`}</title>
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="mt-2 text-quiet">{text}</p>
      {call ? <p className="mt-2 text-sm text-quiet">{t("call", { name: call })}</p> : null}
      {number ? (
        <p data-request={number} className="mt-2 text-sm text-quiet">
          {t("requestId", { id: number })}
        </p>
      ) : null}
      {typed ? <p className="mt-2">{trouble?.typedNote ?? t("typedKept")}</p> : null}
      <div className="mt-6 flex flex-wrap gap-3">
        {typed ? (
          <SendAgain to={here} typed={typed} />
        ) : isLost ? (
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
      </div>
    </div>
  );
}

/** Title and text of an error that is not an account state. */
function textsOf(
  trouble: Exclude<Trouble, { kind: "accountState" }> | null,
  isLost: boolean,
  t: ReturnType<typeof useText<"errors">>["t"],
): [title: string, text: string] {
  switch (trouble?.kind) {
    case "unavailable":
      return [t(`unavailable.${trouble.reason}.title`), t(`unavailable.${trouble.reason}.text`)];
    case "refused":
      return [t("refused.title"), trouble.message || t("error")];
    case "busy": {
      const seconds = trouble.seconds;
      const wait = seconds === null ? t("busy.text") : t("busy.textSeconds", { seconds });
      return [t("busy.title"), [wait, trouble.message].filter(Boolean).join(" ")];
    }
    case "tooMany":
      return [t("tooMany.title"), t("tooMany.text", { seconds: trouble.seconds })];
    case "rolesMissing":
      return [t("rolesMissing.title"), `${t("rolesMissing.text")} ${t("rolesMissing.advice")}`];
    default:
      return isLost ? [t("linkLost.title"), t("linkLost.text")] : [t("unknown.title"), t("unknown.text")];
  }
}
